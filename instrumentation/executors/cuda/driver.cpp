#include "instrumentation/executors/cuda/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace tilescope::cuda {

namespace {

// Stores the address of a function: some functions have had earlier versions with other names.
template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

const char* find_all(void* library, Driver& d) {
  const char* missing = nullptr;
  const auto take = [&](const char* name, auto& function) {
    if (!find(library, name, function) && missing == nullptr) missing = name;
  };
  take("cuInit", d.init);
  take("cuDriverGetVersion", d.driver_get_version);
  take("cuGetErrorString", d.get_error_string);
  take("cuDeviceGetCount", d.device_get_count);
  take("cuDeviceGet", d.device_get);
  take("cuDeviceGetName", d.device_get_name);
  take("cuDeviceTotalMem_v2", d.device_total_mem);
  take("cuDeviceGetAttribute", d.device_get_attribute);
  take("cuDevicePrimaryCtxRetain", d.device_primary_ctx_retain);
  take("cuDevicePrimaryCtxRelease_v2", d.device_primary_ctx_release);
  take("cuDevicePrimaryCtxReset_v2", d.device_primary_ctx_reset);
  take("cuCtxSetCurrent", d.ctx_set_current);
  take("cuStreamQuery", d.stream_query);
  take("cuMemAlloc_v2", d.mem_alloc);
  take("cuMemFree_v2", d.mem_free);
  take("cuMemAllocAsync", d.mem_alloc_async);
  take("cuMemFreeAsync", d.mem_free_async);
  take("cuMemAllocHost_v2", d.mem_alloc_host);
  take("cuMemFreeHost", d.mem_free_host);
  take("cuMemGetInfo_v2", d.mem_get_info);
  take("cuMemcpyHtoD_v2", d.memcpy_htod);
  take("cuMemcpyDtoH_v2", d.memcpy_dtoh);
  take("cuMemcpyDtoDAsync_v2", d.memcpy_dtod_async);
  take("cuMemsetD8Async", d.memset_d8_async);
  take("cuDeviceGetDefaultMemPool", d.device_get_default_mem_pool);
  take("cuMemPoolSetAttribute", d.mem_pool_set_attribute);
  take("cuModuleLoadData", d.module_load_data);
  take("cuModuleGetFunction", d.module_get_function);
  take("cuModuleGetGlobal_v2", d.module_get_global);
  take("cuFuncGetAttribute", d.func_get_attribute);
  take("cuFuncSetAttribute", d.func_set_attribute);
  take("cuLaunchKernel", d.launch_kernel);
  take("cuOccupancyMaxActiveBlocksPerMultiprocessor", d.occupancy_max_active_blocks);
  take("cuEventCreate", d.event_create);
  take("cuEventRecord", d.event_record);
  take("cuEventElapsedTime", d.event_elapsed_time);
  take("cuEventDestroy_v2", d.event_destroy);
  return missing;
}

struct Found {
  Driver functions{};
  bool there = false;
  std::string why_not;
};

Found look_for_driver() {
  Found found;
  void* library = nullptr;
  for (const char* const name : {"libcuda.so.1", "libcuda.so"})
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    found.why_not = "this machine has no NVIDIA driver";
    return found;
  }
  if (const char* const missing = find_all(library, found.functions); missing != nullptr)
    found.why_not = fmt::format("the NVIDIA driver is too old: it has no {}", missing);
  else if (const Result started = found.functions.init(0); started == 100)
    found.why_not = "the NVIDIA driver finds no GPU";
  else if (started != 0)
    found.why_not = fmt::format("the NVIDIA driver could not be started: error {}", started);
  else
    found.there = true;
  return found;
}

Found& found() {
  static Found only = look_for_driver();
  return only;
}

// The GPU in use. Each of our threads has to set it once, and again after a restart.
std::mutex device_mutex;
Device used = 0;
Context context = nullptr;
std::atomic<std::uint32_t> begun = 0;
std::atomic<bool> lost = false;

}  // namespace

const Driver* find_driver(std::string& why_not) {
  why_not = found().why_not;
  return found().there ? &found().functions : nullptr;
}

const Driver& driver() {
  thread_local std::uint32_t known = 0;
  const Driver& functions = found().functions;
  if (const std::uint32_t now = begun; known != now) {
    const std::lock_guard lock(device_mutex);
    if (context != nullptr) functions.ctx_set_current(context);
    known = now;
  }
  return functions;
}

std::string use_device(const Driver& functions, Device device) {
  if (lost) return after_loss;
  const std::lock_guard lock(device_mutex);
  if (context != nullptr && used == device) return {};
  if (const Result taken = functions.device_primary_ctx_retain(&context, device); taken != 0) {
    context = nullptr;
    const char* text = "";
    functions.get_error_string(taken, &text);
    return text;
  }
  used = device;
  ++begun;
  return {};
}

Device device() { return used; }

std::uint32_t generation() { return begun; }

void start_anew() {
  const Driver& functions = driver();
  {
    const std::lock_guard lock(device_mutex);
    functions.device_primary_ctx_release(used);
    functions.device_primary_ctx_reset(used);
    if (functions.device_primary_ctx_retain(&context, used) != 0) context = nullptr;
    lost = context == nullptr;
    ++begun;
  }
  static_cast<void>(driver());
}

void give_up_device() {
  if (lost.exchange(true)) return;
#if defined(__GLIBC__)
  // At exit, the driver would wait for the kernel: so the process exits without the driver.
  on_exit(
      [](int status, void*) {
        std::fflush(nullptr);
        _exit(status);
      },
      nullptr);
#endif
}

bool is_lost() { return lost; }

std::string failure(Result result, const std::string& what) {
  const char* text = nullptr;
  found().functions.get_error_string(result, &text);
  return fmt::format("CUDA error while {}: {}", what, text != nullptr ? text : fmt::format("error {}", result));
}

void check(Result result, const std::string& what) {
  if (result != 0) throw GpuError(failure(result, what));
}

}  // namespace tilescope::cuda
