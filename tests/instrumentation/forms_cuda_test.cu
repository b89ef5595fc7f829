// The forms as nvcc makes them, run on a GPU: the same events as in their files. Exit 77, skipped, where there is none.
#include <cuda_runtime.h>

#include <cstdio>
#include <string>
#include <vector>

#include "instrumentation/traced/entries.h"
#include "tests/support/form.h"

#define TILESCOPE_FORM(name) form_##name
#define TILESCOPE_TILE 2

namespace tilescope::traced {
#include "all.inc"
}  // namespace tilescope::traced

namespace tilescope::test {
namespace {

constexpr unsigned capacity = 4096;
std::string folder = TILESCOPE_FORMS;  // or the program's argument: the forms travel with it to another machine

struct Column {
  Event* events;
  unsigned* made;
  unsigned threads;
};

template <class Run>
__global__ void launch(Column column, traced::Arguments arguments, Run run) {
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  traced::Thread recorder(column.events + thread, column.threads, capacity, poison_bits);
  run(recorder, arguments);
  column.made[thread] = recorder.next_number();
}

#define TILESCOPE_ENTRY(name)                                                                        \
  struct Run_##name {                                                                                \
    __device__ void operator()(traced::Thread& thread, const traced::Arguments& arguments) const {   \
      traced::form_##name::run(thread, arguments);                                                   \
    }                                                                                                \
  };
#include "table.inc"
#undef TILESCOPE_ENTRY

void require(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(1);
}

traced::Arguments::Matrix on_device(const std::vector<float>& matrix) {
  float* data = nullptr;
  require(cudaMalloc(&data, matrix.size() * sizeof(float)), "cudaMalloc");
  require(cudaMemcpy(data, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  return {data, static_cast<std::uint32_t>(matrix.size())};
}

template <class Run, class Arrays>
bool as_listed(const char* name, Run run, const Arrays& arrays) {
  const Form form = read_form(folder, name);
  const unsigned m = form.launch.at("m"), n = form.launch.at("n"), k = form.launch.at("k");
  const dim3 block(form.launch.at("block_x"), form.launch.at("block_y"));
  const unsigned threads = block.x * block.y;
  traced::Arguments arguments;
  arguments.A = on_device(counting(m * k));
  arguments.B = on_device(counting(k * n));
  arguments.C = on_device(std::vector<float>(m * n));
  arguments.M = static_cast<int>(m);
  arguments.N = static_cast<int>(n);
  arguments.K = static_cast<int>(k);
  Column column{nullptr, nullptr, threads};
  require(cudaMalloc(&column.events, sizeof(Event) * capacity * threads), "cudaMalloc");
  require(cudaMalloc(&column.made, sizeof(unsigned) * threads), "cudaMalloc");
  launch<<<1, block, form.launch.at("dynamic")>>>(column, arguments, run);
  require(cudaGetLastError(), name);
  require(cudaDeviceSynchronize(), name);
  std::vector<Event> events(capacity * threads);
  std::vector<unsigned> made(threads);
  require(cudaMemcpy(events.data(), column.events, sizeof(Event) * events.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
  require(cudaMemcpy(made.data(), column.made, sizeof(unsigned) * threads, cudaMemcpyDeviceToHost), "cudaMemcpy");
  const unsigned thread = form.launch.at("thread");
  std::string is, wanted;
  for (unsigned e = 0; e < made[thread]; ++e) is += describe(events[e * threads + thread], e, arrays) + "\n";
  for (const std::string& line : form.events) wanted += line + "\n";
  for (void* memory : {static_cast<void*>(arguments.A.data), static_cast<void*>(arguments.B.data), static_cast<void*>(arguments.C.data),
                       static_cast<void*>(column.events), static_cast<void*>(column.made)})
    require(cudaFree(memory), "cudaFree");
  if (is == wanted) return true;
  std::printf("%s: expected\n%sand got\n%s", name, wanted.c_str(), is.c_str());
  return false;
}

int run_all() {
  int devices = 0;
  if (const cudaError_t none = cudaGetDeviceCount(&devices); none != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(none));
    return 77;
  }
  int passed = 0, failed = 0;
#define TILESCOPE_ENTRY(name) (as_listed(#name, Run_##name{}, traced::form_##name::Program::tilescope_arrays) ? passed : failed) += 1;
#include "table.inc"
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tilescope::test

int main(int argc, char** argv) {
  if (argc > 1) tilescope::test::folder = argv[1];
  return tilescope::test::run_all();
}
