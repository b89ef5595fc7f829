// The CUDA executor of a build that has none.
#include "instrumentation/executors/executor.h"

namespace tilescope {

CudaExecutor make_cuda_executor() {
  return {nullptr, "this build records on the CPU alone: it has no CUDA executor yet"};
}

}  // namespace tilescope
