#include "instrumentation/executors/cuda/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "instrumentation/executors/cuda/toolkit.h"

namespace tilescope::cuda {

const Nvrtc& Nvrtc::only() {
  static const Nvrtc nvrtc;
  return nvrtc;
}

void Nvrtc::open() {
  for (const std::string& folder : toolkit_folders())
    for (const char* const name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}) {
      if (library_ != nullptr) return;
      file_ = folder + name;
      library_ = dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
}

template <class F>
void Nvrtc::take(const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library_, name));
  if (function == nullptr && why_not_.empty()) why_not_ = fmt::format("NVRTC is too old: {} has no {}", file_, name);
}

Nvrtc::Nvrtc() {
  open();
  if (library_ == nullptr) {
    file_.clear();
    why_not_ = "this machine has no libnvrtc.so, which compiles kernels for GPUs: it comes with CUDA 12 and later";
    return;
  }
  take("nvrtcVersion", version_function_);
  take("nvrtcCreateProgram", create_);
  take("nvrtcDestroyProgram", destroy_);
  take("nvrtcCompileProgram", compile_);
  take("nvrtcAddNameExpression", add_name_);
  take("nvrtcGetLoweredName", symbol_);
  take("nvrtcGetCUBINSize", code_size_);
  take("nvrtcGetCUBIN", code_);
  take("nvrtcGetProgramLogSize", log_size_);
  take("nvrtcGetProgramLog", log_);
  if (!why_not_.empty()) return;
  int major = 0, minor = 0;
  if (version_function_(&major, &minor) != 0) why_not_ = "NVRTC does not report its version";
  version_ = fmt::format("{}.{}", major, minor);
}

Nvrtc::Made Nvrtc::compile(const std::string& text, const std::string& name, const std::vector<std::string>& options,
                           std::span<const Header> headers, const std::vector<std::string>& named) const {
  Made made;
  Program program = nullptr;
  std::vector<const char*> names, texts;
  for (const Header& header : headers) {
    names.push_back(header.name);
    texts.push_back(header.text);
  }
  if (create_(&program, text.c_str(), name.c_str(), static_cast<int>(names.size()), texts.data(), names.data()) != 0) {
    made.said = "NVRTC could not create a program";
    return made;
  }
  for (const std::string& each : named) add_name_(program, each.c_str());
  std::vector<const char*> words;
  for (const std::string& option : options) words.push_back(option.c_str());
  const Result result = compile_(program, static_cast<int>(words.size()), words.data());
  std::size_t size = 0;
  if (log_size_(program, &size) == 0 && size > 1) {
    made.said.resize(size);
    log_(program, made.said.data());
    made.said.resize(size - 1);
  }
  if (result == 0 && code_size_(program, &size) == 0) {
    made.code.resize(size);
    if (code_(program, made.code.data()) != 0) made.code.clear();
    for (const std::string& each : named) {
      const char* symbol = nullptr;
      made.symbols.emplace_back(symbol_(program, each.c_str(), &symbol) == 0 ? symbol : "");
    }
  }
  destroy_(&program);
  return made;
}

}  // namespace tilescope::cuda
