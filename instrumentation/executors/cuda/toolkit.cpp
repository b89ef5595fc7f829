#include "instrumentation/executors/cuda/toolkit.h"

#include <cstdlib>

namespace tilescope::cuda {

std::vector<std::string> toolkit_folders() {
  std::vector<std::string> all{""};
  const auto add = [&](const std::string& folder) {
    for (const char* const end : {"/lib64/", "/lib/", "/targets/x86_64-linux/lib/"}) all.push_back(folder + end);
  };
  for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* const folder = std::getenv(name)) add(folder);
  for (const char* const folder : {"/usr/local/cuda", "/usr/local/cuda-13.0", "/usr/local/cuda-12", "/opt/cuda"})
    add(folder);
  return all;
}

}  // namespace tilescope::cuda
