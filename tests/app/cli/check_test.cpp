// What `check` and its neighbours tell of the kernels that are taught with.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "instrumentation/launching/texts/known_texts.h"
#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

std::string classic(const std::string& name) { return name + ".cu"; }

nlohmann::json json_of(const std::string& arguments) {
  return nlohmann::json::parse(run(arguments + " --json").out, nullptr, false);
}

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A file of the scratch folder: a classic with something changed.
std::string changed(const std::string& name, const std::string& from, const std::string& to) {
  std::string text(find_classic(name)->text);
  EXPECT_NE(text.find(from), std::string::npos) << from;
  text.replace(text.find(from), from.size(), to);
  std::ofstream(scratch() / "changed.cu") << text;
  return "changed.cu";
}

TEST(Check, NamesAllArraysThatWereCompared) {
  EXPECT_TRUE(tells(run("check --backend cpu " + classic("attention_plain")).out,
                    "no errors found; S and O are right under in_order"));
  const std::string one = changed("attention_plain", "O[row * D + d] = o[d] / sum;", "O[row * D + d] = o[d];");
  const Outcome outcome = run("check --backend cpu " + one);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "1 finding; O is wrong under in_order; S is right under in_order")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "wrong result in O")) << outcome.out;
  EXPECT_EQ(json_of("check --backend cpu " + one)["schedules"][0]["arrays"]["S"], 0);
}

// Its result and verdict are those of all launches, and those of each stand beside them.
TEST(Check, TellsOfAListWhatItComesTo) {
  const nlohmann::json right = json_of("check --backend cpu " + classic("scan_blocks"));
  EXPECT_EQ(right["result"], "right");
  EXPECT_EQ(right["verdict"], "all 3 launches together give the right result");
  ASSERT_EQ(right["launches"].size(), 3U);
  for (const auto& launch : right["launches"]) EXPECT_EQ(launch["result"], "right");
  const std::string wrong = changed("scan_blocks", "blockIdx.x > 0", "blockIdx.x > 1");
  const nlohmann::json last = json_of("check --backend cpu " + wrong);
  EXPECT_EQ(last["result"], "wrong");
  EXPECT_EQ(last["verdict"], "launch 3 gives a wrong result");
  EXPECT_EQ(last["launches"][0]["result"], "right");
  EXPECT_EQ(last["launches"][2]["result"], "wrong");
  const Outcome outcome = run("check --backend cpu " + wrong);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "verdict for the list: launch 3 gives a wrong result.")) << outcome.out;
}

// A list can be judged by its last launch alone; a launch without a reference stays unknown.
TEST(Check, TellsOfAListWhatNobodyJudges) {
  const std::string all = changed("scan_blocks", "// The reference of each kernel.\nvoid reference", "void unused");
  const nlohmann::json json = json_of("check --backend cpu " + all);
  EXPECT_EQ(json["launches"][0]["result"], "unknown");
  EXPECT_EQ(json["result"], "right");
  const std::string open = changed("scan_blocks", "void reference(const int* in, int* out, int n)",
                                   "void unused(const int* in, int* out, int n)");
  std::string text = read(scratch() / open);
  text.replace(text.find("void reference(int* data"), 24, "void nothing(int* data");
  std::ofstream(scratch() / open) << text;
  const nlohmann::json unknown = json_of("check --backend cpu " + open);
  EXPECT_EQ(unknown["result"], "unknown");
  EXPECT_EQ(unknown["verdict"], "launch 3 was not compared");
}

TEST(Check, TellsLaunchesOfOneKernelApart) {
  const Outcome outcome = run("check --backend cpu " + classic("sort_bitonic_launches"));
  EXPECT_TRUE(tells(outcome.out,
                    "Launch 2 of 6 on the same arrays: sort_bitonic_launches (size = 2, step = 1), "
                    "sort_bitonic_launches (size = 4, step = 2), sort_bitonic_launches (size = 4, step = 1)"))
      << outcome.out;
}

// Headers name knobs, so that one alone changes a launch.
std::string written(const std::string& name, const std::string& text) {
  std::ofstream(scratch() / name) << text;
  return name;
}

const std::string adds = R"(
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
)";

// Grid, block, arguments and allocations are all in the text, whether as constants or as what a function is given.
TEST(InText, IsJudgedAsItIs) {
  const std::string file = written("as_it_is.cu", adds + R"(
#include <vector>
void launch(const std::vector<float>& h, int n) {
  float *a, *b, *c;
  cudaMalloc(&a, h.size() * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  add<<<(n + 127) / 128, 128>>>(a, b, c, n);
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  std::vector<float> h(n);
  launch(h, n);
}
)");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "a 1000, b 1000, c 1000, n = 1000, grid 8, block 128")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "Launched as in the file.")) << outcome.out;
  const nlohmann::json json = json_of("check --backend cpu " + file);
  for (const char* const name : {"n", "c", "grid_size", "block_size"})
    EXPECT_EQ(json["from"][name], "host text") << name;
}

// Two pointers into one array, and one behind its first element.
TEST(InText, LeadsPointersWhereTheTextDoes) {
  const std::string file = written("one_array.cu", R"(
__global__ void shift(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1];
}
int main() {
  const int n = 300;
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  shift<<<3, 128>>>(x, x, n);
}
)");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "The launch passes from for to.")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "error: race on from, line 4")) << outcome.out;

  const std::string around = written("around.cu", R"(
#define RADIUS 3
__global__ void smooth(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; ++d) sum += in[i + d];
  out[i] = sum;
}
int main() {
  int *in, *out;
  cudaMalloc(&in, (512 + 2 * RADIUS) * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, (512 + 2 * RADIUS) * sizeof(int));
  smooth<<<4, 128>>>(in + RADIUS, out);
}
)");
  const Outcome right = run("check --backend cpu " + around);
  EXPECT_EQ(right.code, 0) << right.out;
  EXPECT_TRUE(tells(right.out, "in 518, out 512, grid 4, block 128")) << right.out;
  EXPECT_TRUE(tells(right.out, "no errors found")) << right.out;
  EXPECT_EQ(
      run("check --backend cpu --knob in=in+2 --grid 4 --block 128 --array in=518 --array out=512 " + around).code, 1);
}

// What is wrong in a header is told there, and lines of headers follow those of the text.
TEST(InText, IncludesFilesBesideIt) {
  const std::string file = written("includes.cu", R"(#include "beside.h"
__global__ void twice(float* x) { x[index()] *= 2; }
int main() {
  float* x;
  cudaMalloc(&x, COUNT * sizeof(float));
  cudaMemset(x, 0, COUNT * sizeof(float));
  twice<<<2, 128>>>(x);
}
)");
  static_cast<void>(written("beside.h", R"(#define COUNT 255
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
)"));
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "x 255, grid 2, block 128")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "Line 11 is the first line of beside.h.")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "error: out of bounds on x, line 2")) << outcome.out;
}

TEST(InText, TellsOfElementsThatTheGridLeavesOut) {
  const std::string file = written("down.cu", adds + R"(
int main() {
  const int n = 1000;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  add<<<n / 256, 256>>>(a, b, c, n);
}
)");
  const nlohmann::json json = json_of("check --backend cpu " + file);
  ASSERT_EQ(json["findings"].size(), 1U) << json.dump(1);
  EXPECT_EQ(json["findings"][0]["kind"], "never_stored");
  EXPECT_EQ(json["findings"][0]["line"], 13);
  EXPECT_EQ(run("check --backend cpu " + file).code, 1);
}

TEST(InText, TellsOfRowsThatTheGridLeavesOut) {
  const std::string file = written("rows.cu", R"(
__global__ void brighter(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = 2 * in[y * w + x] + 1;
}
int main() {
  const int w = 40, h = 72;
  float *in, *out;
  cudaMalloc(&in, w * h * sizeof(float));
  cudaMalloc(&out, w * h * sizeof(float));
  brighter<<<dim3((w + 15) / 16, (w + 15) / 16), dim3(16, 16)>>>(in, out, w, h);
}
)");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "error: never stored, line 11")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "rows 48 to 71 of out are never stored")) << outcome.out;
}

TEST(InText, RefusesSharedMemoryThatNobodyAskedFor) {
  const std::string kernel = R"(
__global__ void sums(float* out) {
  extern __shared__ float all[];
  all[threadIdx.x] = 1;
  out[threadIdx.x] = all[threadIdx.x];
}
)";
  const std::string launch = "float* p; cudaMalloc(&p, 256); sums<<<1, 64, 65536>>>(p); }";
  const Outcome refused = run("check --backend cpu " + written("unasked.cu", kernel + "int main() { " + launch));
  EXPECT_EQ(refused.code, 1) << refused.out;
  EXPECT_TRUE(tells(refused.out, "requires a call to cudaFuncSetAttribute first")) << refused.out;
  const Outcome asked =
      run("check --backend cpu " + written("asked.cu", kernel +
                                                           "int main() { cudaFuncSetAttribute(sums, "
                                                           "cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); " +
                                                           launch));
  EXPECT_EQ(asked.code, 0) << asked.out;
}

// One thread after another stops at the last place; threads of a warp all find it free.
TEST(InText, LetsThreadsOfAWarpTestTogether) {
  const std::string file = written("full.cu", R"(
__global__ void collect(const float* in, int* list, int* used, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > -3 && *used < 100) {
    const int slot = atomicAdd(used, 1);
    list[slot] = i;
  }
}
int main() {
  float* in;
  int *list, *used;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&list, 100 * sizeof(int));
  cudaMalloc(&used, sizeof(int));
  cudaMemset(used, 0, sizeof(int));
  collect<<<4, 64>>>(in, list, used, 256);
}
)");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "error: out of bounds on list, line 6")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "warp_interleaved")) << outcome.out;
}

TEST(InText, RefusesWhatNoGpuTakes) {
  const std::string file = written("large.cu", adds + "int main() { add<<<1, 2048>>>(0, 0, 0, 10); }\n");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "impossible launch, line 6")) << outcome.out;
}

// All kernels of a file, each on what those before it left.
TEST(InText, JudgesAllKernels) {
  const std::string file = written("two.cu", R"(
__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }
__global__ void spread(const int* a, int* b) { b[a[threadIdx.x] / 2] = threadIdx.x; }
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  fill<<<1, 64>>>(a);
  spread<<<1, 64>>>(a, b);
}
)");
  const Outcome outcome = run("check --backend cpu " + file);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(tells(outcome.out, "verdict for the file: spread has findings.")) << outcome.out;
  EXPECT_TRUE(tells(outcome.out, "In total: 32 extra stores to 32 elements")) << outcome.out;
}

// A race that all launches have that were tried.
TEST(MadeUp, IsAnErrorWhereAllLaunchesHaveIt) {
  const std::string races = written("races.cu", R"(
__global__ void turn(int* out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  if (i < n) out[i] = s[blockDim.x - 1 - threadIdx.x];
}
)");
  const nlohmann::json always = json_of("check --backend cpu " + races);
  ASSERT_FALSE(always["findings"].empty());
  EXPECT_EQ(always["findings"][0]["severity"], "error") << always.dump(1);
  EXPECT_EQ(always["tried"].size(), 2U);
}

// A finding that depends on what is made up is only possible.
TEST(MadeUp, IsStrictWhereThatIsAskedFor) {
  const std::string file = written("strict.cu", R"(
__global__ void largest(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m;
  if (in[i] > 5) m = in[i];
  out[i] = m;
}
)");
  EXPECT_EQ(run("check --backend cpu " + file).code, 0);
  EXPECT_EQ(run("check --backend cpu --strict " + file).code, 1);
}

TEST(MadeUp, NamesTheLaunchInTheText) {
  const std::string file = written("multiples.cu", R"(
__global__ void mm(float* A, float* B, float* C, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int k = 0; k < width; ++k) v += A[row * width + k] * B[k * width + col];
  C[row * width + col] = v;
}
void run(float* a, float* b, float* c, int width) {
  dim3 block(32, 32), grid(width / 32, width / 32);
  mm<<<grid, block>>>(a, b, c, width);
}
)");
  EXPECT_TRUE(
      tells(run("check --backend cpu " + file).out, "This launch is not the one on line 10: block 32 wide x 32 high"));
}

// The one finding of a file: its severity, kind and line.
std::string only_finding(const std::string& name, const std::string& text) {
  const nlohmann::json json = json_of("check --backend cpu " + written(name, text));
  if (json["findings"].size() != 1) return json["findings"].dump(1);
  const nlohmann::json& found = json["findings"][0];
  return found["severity"].get<std::string>() + " " + found["kind"].get<std::string>() + " " +
         std::to_string(found["line"].get<int>());
}

TEST(InText, TellsOfSumsThatABlockForgets) {
  const std::string sum = R"(
__global__ void sum(const float* in, float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4 * THREADS * 4);
  cudaMalloc(&b, 4 * 4);
  sum<<<4, THREADS, THREADS * 4>>>(a, b);
}
)";
  EXPECT_EQ(only_finding("forgets.cu", "#define THREADS 192" + sum), "error lost_sum 7");
  EXPECT_EQ(run("check --backend cpu " + written("sums.cu", "#define THREADS 256" + sum)).code, 0);
}

TEST(InText, TellsWhereAnIndexHasPassedAnIntThoughTheArrayIsTooLarge) {
  const std::string rows = R"(
__global__ void invert(unsigned char* img, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    INDEX at = (INDEX)y * n + x;
    img[at] = 255 - img[at];
  }
}
int main() {
  int n = 70000;
  unsigned char* img;
  cudaMalloc(&img, (size_t)n * n);
  dim3 b(32, 8), g((n + 31) / 32, (n + 7) / 8);
  invert<<<g, b>>>(img, n);
}
)";
  EXPECT_EQ(only_finding("passes.cu", "#define INDEX int" + rows), "error out_of_bounds 6");
  EXPECT_EQ(run("check --backend cpu " + written("fits.cu", "#define INDEX size_t" + rows)).code, 0);
}

// Threads that test a cell one after the other come to no harm that threads of a warp come to.
TEST(InText, IsJudgedInterleavedWhereThreadsDecideByWhatOthersStore) {
  const std::string text = R"(
__global__ void take(volatile int* slots, const int* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = keys[i] + i, at = i / 4;
  if (slots[at] == 0) slots[at] = key;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 16 * 4);
  cudaMalloc(&b, 64 * 4);
  cudaMemset(a, 0, 16 * 4);
  take<<<1, 64>>>(a, b, 64);
}
)";
  const nlohmann::json json = json_of("check --backend cpu " + written("take.cu", text));
  EXPECT_EQ(json["schedules"].size(), 2U);
  const bool has_conflict = std::any_of(json["findings"].begin(), json["findings"].end(), [](const nlohmann::json& f) {
    return f["kind"] == "store_conflict" && f["severity"] != "note";
  });
  EXPECT_TRUE(has_conflict) << json["findings"].dump(1);
}

TEST(InText, BlamesTheBarrierThatThreadsMissWhereOthersReadWhatNobodySet) {
  const nlohmann::json json = json_of("check --backend cpu " + written("early.cu", R"(
__global__ void shift(const int* in, int* out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 100 * 4);
  cudaMalloc(&b, 100 * 4);
  shift<<<2, 64>>>(a, b, 100);
}
)"));
  std::string all;
  for (const nlohmann::json& f : json["findings"])
    all += f["severity"].get<std::string>() + " " + f["kind"].get<std::string>() + "; ";
  EXPECT_EQ(all, "error barrier_divergence; error uninitialised_read; ");
}

TEST(MadeUp, ContentsLeadSeveralThreadsToOneBin) {
  EXPECT_EQ(only_finding("bins.cu", R"(
__global__ void histogram(const unsigned char* img, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[img[i]]++;
}
)"),
            "possible race 4");
}

TEST(MadeUp, AVariableThatSomeThreadsNeverSetIsPossible) {
  const std::string text = R"(
__global__ void largest(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m;
  if (in[i] > 5) m = in[i];
  OUT
}
)";
  const auto with = [&](const std::string& out) { return std::string(text).replace(text.find("OUT"), 3, out); };
  EXPECT_EQ(only_finding("maybe.cu", with("out[i] = m;")), "possible unset_variable 7");
  EXPECT_EQ(run("check --backend cpu --strict " + written("set.cu", with("out[i] = in[i] > 5 ? m : 0;"))).code, 0);
}

TEST(Warned, IsAnErrorWhereItHappens) {
  const std::string unset = written("unset.cu", R"(
__global__ void total(const float* a, float* out, int n) {
  float sum;
  for (int i = 0; i < n; ++i) sum += a[i];
  out[threadIdx.x] = sum;
}
)");
  const nlohmann::json json = json_of("check --backend cpu " + unset);
  ASSERT_FALSE(json["findings"].empty());
  EXPECT_EQ(json["findings"].back()["kind"], "unset_variable");
  EXPECT_EQ(json["findings"].back()["line"], 4);
  const std::string left_out = written("left_out.cu", R"(
__global__ void half(int* a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
  }
}
int main() { int* a; cudaMalloc(&a, 256); half<<<1, 64>>>(a); }
)");
  EXPECT_EQ(run("check --backend cpu " + left_out).code, 1);
}

TEST(Headers, FollowKnobs) {
  const auto shape = [](const std::string& arguments) {
    const nlohmann::json json = json_of("check --backend cpu " + arguments);
    return json["result"].get<std::string>() + " " + json["grid"].dump() + " " + json["block"].dump();
  };
  EXPECT_EQ(shape(classic("reduce_sequential")), "right [2,1,1] [256,1,1]");
  EXPECT_EQ(shape(classic("reduce_sequential") + " --knob BLOCK=128"), "right [4,1,1] [128,1,1]");
  EXPECT_EQ(shape(classic("stencil_halo") + " --knob BLOCK=8"), "right [8,1,1] [8,1,1]");
  EXPECT_EQ(shape(classic("transpose_ragged") + " --knob TILE=16"), "right [3,4,1] [16,16,1]");
  EXPECT_EQ(shape(classic("sort_bitonic") + " --knob N=16"), "right [1,1,1] [8,1,1]");
  EXPECT_EQ(shape(classic("scan_blocks") + " --knob BLOCK=5"), "right [4,1,1] [5,1,1]");
}

// What is loaded from constant memory hides nothing of what is loaded from global memory.
TEST(Counts, TellConstantsApart) {
  const nlohmann::json straight = json_of("counts --backend cpu " + classic("convolution_3x3_straight")),
                       tiled = json_of("counts --backend cpu " + classic("convolution_3x3_tiled"));
  EXPECT_EQ(straight["global_loads"]["total"], 3712);
  EXPECT_EQ(straight["global_loads"]["image"], 3712);
  EXPECT_FALSE(straight["global_loads"].contains("mask"));
  EXPECT_EQ(straight["global_loads"]["bytes"], 4 * 3712);
  EXPECT_EQ(straight["global_loads"]["per_thread_max"], 9);
  EXPECT_EQ(straight["constant_loads"]["mask"], 3712);
  EXPECT_EQ(tiled["global_loads"]["total"], 624);
  EXPECT_EQ(tiled["constant_loads"]["total"], 3960);
  const std::string table = run("counts --backend cpu --warps " + classic("convolution_3x3_straight")).out;
  EXPECT_TRUE(tells(table, "constant loads")) << table;
  EXPECT_TRUE(tells(table, "constant memory")) << table;
  const std::string csv = run("counts --backend cpu --csv " + classic("convolution_3x3_straight")).out;
  EXPECT_TRUE(tells(csv, ",launch,,,,,,,global_loads,3712,elements") || tells(csv, "global_loads,3712,elements"))
      << csv.substr(0, 400);
  EXPECT_TRUE(tells(csv, "constant_loads,3712,elements"));
  EXPECT_FALSE(tells(csv, "global_loads,7424"));
  EXPECT_FALSE(tells(run("counts --backend cpu " + classic("add")).out, "constant loads"));
}

// Of any launch, and how its grid is dealt out.
TEST(Occupancy, IsOfAnyLaunch) {
  const nlohmann::json json = json_of("occupancy --gpu fermi --kernel " + classic("matvec_warp_a_row"));
  ASSERT_EQ(json["choices"].size(), 1U);
  const nlohmann::json& choice = json["choices"][0];
  EXPECT_EQ(choice["threads"], 256);
  EXPECT_EQ(choice["blocks"], 6);
  EXPECT_EQ(choice["tile"], nullptr);
  EXPECT_EQ(choice["grid_blocks"], 13);
  const int multiprocessors = json["gpus"][0]["multiprocessors"];
  EXPECT_EQ(choice["waves"]["blocks_at_once"], 6 * multiprocessors);
  EXPECT_EQ(choice["waves"]["count"], 1);
  EXPECT_EQ(choice["waves"]["idle_in_the_last"], std::max(0, multiprocessors - 13));
  const nlohmann::json large = json_of("occupancy --gpu fermi --kernel " + classic("saxpy") + " --grid " +
                                       std::to_string(6 * multiprocessors + 1));
  EXPECT_EQ(large["choices"][0]["waves"]["count"], 2);
  EXPECT_EQ(large["choices"][0]["waves"]["idle_in_the_last"], multiprocessors - 1);
  EXPECT_TRUE(
      tells(run("occupancy --gpu fermi --kernel " + classic("reduce_sequential") + " --knob BLOCK=128").out, "128"));
}

TEST(Check, ALaunchMayHideItsArguments) {
  const auto outcome =
      run("check --backend cpu " TILESCOPE_SOURCES "/tests/programs/students/launch_kernel_api_args.cu");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

}  // namespace
}  // namespace tilescope::test
