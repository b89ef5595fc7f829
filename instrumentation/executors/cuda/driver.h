// The NVIDIA driver's functions, loaded at run time: building needs nothing of CUDA, and the program starts without a
// driver. They are declared as the driver has them, with integers in place of enumerations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "instrumentation/executors/executor.h"

namespace tilescope::cuda {

using Result = int;
using Device = int;
using Address = std::uint64_t;  // in device memory
using Context = struct ContextThere*;
using LoadedModule = struct ModuleThere*;
using Function = struct FunctionThere*;
using Stream = struct StreamThere*;
using TimeMark = struct EventThere*;
using Pool = struct PoolThere*;

enum class DeviceFact : int {
  most_threads_of_block = 1,
  registers_of_block = 12,
  clock_khz = 13,
  multiprocessors = 16,
  memory_clock_khz = 36,
  memory_bus_bits = 37,
  threads_of_multiprocessor = 39,
  major = 75,
  minor = 76,
  shared_of_multiprocessor = 81,
  registers_of_multiprocessor = 82,
  most_shared_of_block = 97,
  blocks_of_multiprocessor = 106,
  reserved_shared_of_block = 111,
  has_pools = 115,
};
enum class FunctionFact : int { most_threads = 0, static_shared = 1, local = 3, registers = 4, dynamic_shared = 8 };

// Named as in the driver, without `cu`.
struct Driver {
  Result (*init)(unsigned flags);
  Result (*driver_get_version)(int* version);
  Result (*get_error_string)(Result result, const char** text);
  Result (*device_get_count)(int* count);
  Result (*device_get)(Device* device, int number);
  Result (*device_get_name)(char* name, int room, Device device);
  Result (*device_total_mem)(std::size_t* bytes, Device device);
  Result (*device_get_attribute)(int* value, DeviceFact fact, Device device);
  Result (*device_primary_ctx_retain)(Context* context, Device device);
  Result (*device_primary_ctx_release)(Device device);
  Result (*device_primary_ctx_reset)(Device device);
  Result (*ctx_set_current)(Context context);
  Result (*stream_query)(Stream stream);
  Result (*mem_alloc)(Address* memory, std::size_t bytes);
  Result (*mem_free)(Address memory);
  Result (*mem_alloc_async)(Address* memory, std::size_t bytes, Stream stream);
  Result (*mem_free_async)(Address memory, Stream stream);
  Result (*mem_alloc_host)(void** memory, std::size_t bytes);
  Result (*mem_free_host)(void* memory);
  Result (*mem_get_info)(std::size_t* free, std::size_t* all);
  Result (*memcpy_htod)(Address to, const void* from, std::size_t bytes);
  Result (*memcpy_dtoh)(void* to, Address from, std::size_t bytes);
  Result (*memcpy_dtod_async)(Address to, Address from, std::size_t bytes, Stream stream);
  Result (*memset_d8_async)(Address to, unsigned char byte, std::size_t count, Stream stream);
  Result (*device_get_default_mem_pool)(Pool* pool, Device device);
  Result (*mem_pool_set_attribute)(Pool pool, int attribute, void* value);
  Result (*module_load_data)(LoadedModule* module, const void* image);
  Result (*module_get_function)(Function* function, LoadedModule module, const char* name);
  Result (*module_get_global)(Address* address, std::size_t* bytes, LoadedModule module, const char* name);
  Result (*func_get_attribute)(int* value, FunctionFact fact, Function function);
  Result (*func_set_attribute)(Function function, FunctionFact fact, int value);
  Result (*launch_kernel)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned shared, Stream stream, void** arguments,
                          void** extra);
  Result (*occupancy_max_active_blocks)(int* blocks, Function function, int threads, std::size_t shared);
  Result (*event_create)(TimeMark* event, unsigned flags);
  Result (*event_record)(TimeMark event, Stream stream);
  Result (*event_elapsed_time)(float* milliseconds, TimeMark begin, TimeMark end);
  Result (*event_destroy)(TimeMark event);
};

// Null if there is no driver, or an old one; `why_not` has the reason.
[[nodiscard]] const Driver* find_driver(std::string& why_not);
// For the GPU in use, on any of our threads. Only if one is in use.
[[nodiscard]] const Driver& driver();
// Chooses the GPU to use. Returns what went wrong, or nothing.
[[nodiscard]] std::string use_device(const Driver& driver, Device device);
[[nodiscard]] Device device();
// How often the GPU was restarted: anything loaded before is gone.
[[nodiscard]] std::uint32_t generation();
// After a failure that breaks all later calls: releases the GPU's memory and modules and starts again. If the driver
// does not let this process continue, the GPU is lost.
void start_anew();
// A kernel did not end, and any call would wait for it: this process makes no further calls.
void give_up_device();
[[nodiscard]] bool is_lost();

inline constexpr const char* after_loss = "this program cannot use the GPU again until it restarts";
[[nodiscard]] std::string failure(Result result, const std::string& what);
// Throws a GpuError that names `what`.
void check(Result result, const std::string& what);

}  // namespace tilescope::cuda
