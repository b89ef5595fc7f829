// Launches in sequence on the same arrays: from the host's part of a text, its header, or the command line.
#include "instrumentation/launching/list/launch_list.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "tests/support/own_files.h"

namespace tilescope {
namespace {

using test::scan;

const std::string scan_on_host = scan + R"(
int main() {
  int n = 1 << 20, blocks = (n + BLOCK - 1) / BLOCK;
  scan_blocks<<<blocks, BLOCK>>>(d_in, d_out, d_sums, n);
  scan_blocks<<<1, BLOCK>>>(d_sums, d_sums, d_total, blocks);
  add_sums<<<blocks, BLOCK>>>(d_out, (int*)d_sums, n);
}
)";
const std::string scan_in_header = R"(//! n = 20
//! [[launches]]
//! entry = "scan_blocks"
//! [[launches]]
//! entry = "scan_blocks"
//! in = "sums"
//! out = "scanned"
//! sums = "total"
//! n = 3
//! [[launches]]
//! entry = "add_sums"
//! data = "out"
//! sums = "scanned"
)" + scan;

class Lists : public testing::Test {
 protected:
  static Request of(const std::string& text, std::size_t launch = 0) {
    Request request = test::file_with(std::filesystem::path(TILESCOPE_SCRATCH) / "listed.cu", text);
    request.launch = launch;
    return request;
  }
  static Trace record(const Request& request) {
    const Launch launch = plan(request);
    return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
  }
  static const Buffer& array(const Launch& launch, std::string_view name) {
    for (const Buffer& buffer : launch.buffers)
      if (buffer.name == name) return buffer;
    throw Error("no such array");
  }
  static std::vector<double> left(const Trace& trace, std::string_view name) {
    std::vector<double> all;
    for (std::size_t n = 0; n < trace.launch().buffers.size(); ++n)
      if (trace.launch().buffers[n].name == name)
        for (std::uint64_t e = 0; e < trace.launch().buffers[n].bytes.size() / 4; ++e) all.push_back(trace.left(n, e));
    return all;
  }
  static std::vector<double> scanned(const Buffer& in) {
    std::vector<double> all;
    for (std::uint64_t n = 0; n < in.bytes.size() / 4; ++n) all.push_back(in.at(n) + (n == 0 ? 0 : all.back()));
    return all;
  }
  static std::string told(const Request& request) {
    try {
      static_cast<void>(plan(request));
    } catch (const UsageError& error) {
      const std::string text = error.what();
      return text.substr(text.find("listed.cu") == std::string::npos ? 0 : text.find("listed.cu"));
    }
    return "";
  }
};

TEST_F(Lists, FollowTheHost) {
  EXPECT_EQ(place_in_words(plan(of(scan_on_host))), "launch 1 of 3");
  EXPECT_EQ(place_in_words(plan(of(scan_on_host, 2))), "launch 2 of 3");
  const Trace last = record(of(scan_on_host, 3));
  EXPECT_EQ(last.launch().kernel, "listed.cu:add_sums");
  EXPECT_EQ(left(last, "data"), scanned(array(plan(of(scan_on_host)), "in")));
  EXPECT_EQ(array(last.launch(), "data").fill, "left by launch 1");
  EXPECT_EQ(array(last.launch(), "sums").fill, "left by launch 2");
}

TEST_F(Lists, FollowAHeader) {
  const Launch first = plan(of(scan_in_header));
  EXPECT_EQ(place_in_words(first), "launch 1 of 3");
  EXPECT_EQ(array(first, "in").sides, std::vector<std::int64_t>{20});
  EXPECT_EQ(left(record(of(scan_in_header, 3)), "data"), scanned(array(first, "in")));
}

// What is said above the launches each of them may name, and knobs.
TEST_F(Lists, FollowKnobs) {
  const std::string text =
      "//! n = \"2 * BLOCK + 4\"\n//! block = \"BLOCK\"\n//! [[launches]]\n//! entry = \"scan_blocks\"\n"
      "//! in = { sides = [\"n\"] }\n//! grid = \"(n + BLOCK - 1) / BLOCK\"\n"
      "//! [[launches]]\n//! entry = \"scan_blocks\"\n//! in = \"sums\"\n//! out = \"scanned\"\n"
      "//! sums = \"total\"\n//! n = \"(n + BLOCK - 1) / BLOCK\"\n//! grid = 1\n"
      "//! [[launches]]\n//! entry = \"add_sums\"\n//! data = \"out\"\n//! sums = \"scanned\"\n"
      "//! grid = \"(n + BLOCK - 1) / BLOCK\"\n" +
      scan;
  for (const char* const block : {"8", "4"}) {
    Request request = of(text, 1);
    request.knobs["BLOCK"] = block;
    const Launch first = plan(request);
    EXPECT_EQ(first.numbers[0].value, 2 * std::stod(block) + 4);
    EXPECT_EQ(first.block.x, static_cast<unsigned>(std::stoi(block)));
    EXPECT_EQ(first.grid.x, 3U);
    request.launch = 2;
    EXPECT_EQ(plan(request).numbers[0].value, 3);
    request.launch = 3;
    EXPECT_EQ(left(record(request), "data"), scanned(array(first, "in")));
  }
}

TEST_F(Lists, FollowWords) {
  Request request = of(scan, 2);
  request.launches = R"([{entry = "scan_blocks", grid = 2, n = 16}, {entry = "add_sums", data = "out"}])";
  const Trace trace = record(request);
  EXPECT_EQ(array(trace.launch(), "data").sides, std::vector<std::int64_t>{16});
  // The sums of blocks are the sums before a block where there are two.
  request.launch = 1;
  EXPECT_EQ(left(trace, "data"), scanned(array(plan(request), "in")));
}

// Launches of one kernel are told apart by what they are given.
TEST_F(Lists, HaveTitles) {
  using Titles = std::vector<std::string>;
  EXPECT_EQ(plan(of(scan_in_header, 2)).program->list.titles,
            (Titles{"scan_blocks (n = 20)", "scan_blocks (n = 3)", "add_sums"}));
  EXPECT_EQ(own_numbers(plan(of(scan_in_header, 2))), "n = 3");
  EXPECT_EQ(own_numbers(plan(of(scan_in_header, 3))), "");
  EXPECT_EQ(plan(of(scan_on_host)).program->list.titles,
            (Titles{"scan_blocks (n = n)", "scan_blocks (n = blocks)", "add_sums"}))
      << "what the host calls them";
  const std::string step =
      "__global__ void step(int* data, int n, int size, int by) { data[threadIdx.x % n] += size + by; }\n";
  const auto launch = [](const char* numbers) { return std::string("//! [[launches]]\n") + numbers; };
  const std::string text = "//! n = 8\n" + launch("//! size = 2\n//! by = 1\n") + launch("//! size = 4\n//! by = 2\n") +
                           launch("//! by = 1\n") + step;
  EXPECT_EQ(plan(of(text)).program->list.titles,
            (Titles{"step (size = 2, by = 1)", "step (size = 4, by = 2)", "step (by = 1)"}));
}

TEST_F(Lists, ArePlannedAgainAlike) {
  for (const std::string& text : {scan_on_host, scan_in_header})
    for (std::size_t n = 1; n <= 3; ++n) {
      const Launch launch = plan(of(text, n)), again = plan(request_of(launch));
      EXPECT_EQ(launch.buffers, again.buffers) << n;
      EXPECT_EQ(launch.numbers, again.numbers) << n;
      EXPECT_EQ(launch.grid, again.grid) << n;
      EXPECT_EQ(launch.block, again.block) << n;
      EXPECT_EQ(place_in_words(launch), place_in_words(again));
    }
}

TEST_F(Lists, TakeWhatIsSaidOfTheLaunchThatIsShown) {
  Request request = of(scan_on_host, 3);
  request.grid = {1, 1, 1};
  EXPECT_EQ(plan(request).grid.count(), 1U);
  request.arrays["data"] = "8:ramp";
  EXPECT_EQ(told(request), "--array data=8:ramp: the array holds the values left by launch 1, so its length is fixed");
}

TEST_F(Lists, GoOnWithProducts) {
  const std::string text = R"(
__global__ void transpose(const float* in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
//! block = [4, 4]
//! [[launches]]
//! entry = "transpose"
//! n = 6
//! [[launches]]
//! entry = "multiply"
//! b = "out"
)";
  const Launch first = plan(of(text, 1));
  const Trace trace = record(of(text, 2));
  EXPECT_TRUE(reading::product_of(trace.launch()).has_value());
  EXPECT_EQ(array(trace.launch(), "B").fill, "left by launch 1");
  const auto check = reading::check_result(trace);
  ASSERT_TRUE(check.has_value());
  EXPECT_TRUE(check->wrong.empty());
  for (std::uint64_t y = 0; y < 6; ++y)
    for (std::uint64_t x = 0; x < 6; ++x)
      EXPECT_EQ(array(trace.launch(), "B").at(x * 6 + y), array(first, "in").at(y * 6 + x));
}

TEST_F(Lists, KeepWhatTheTextDeclares) {
  const std::string text = R"(
__device__ int count;
__global__ void count_up(const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&count, 1);
}
__global__ void tell(int* out) { *out = count; }
int main() {
  count_up<<<2, 32>>>(d_in, n);
  count_up<<<2, 32>>>(d_in, n);
  tell<<<1, 1>>>(d_out);
}
)";
  const Trace trace = record(of(text, 3));
  const auto n = static_cast<double>(plan(of(text, 1)).numbers[0].value);
  EXPECT_EQ(left(trace, "out"), std::vector<double>{2 * n});
}

TEST_F(Lists, AreNotLaunchesThatOnlyShareWhatTheyRead) {
  const std::string text = R"(
__global__ void one(const float* in, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = in[i] + 1; }
__global__ void two(const float* in, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = in[i] + 2; }
int main() {
  one<<<1, 32>>>(d_in, d_out, n);
  two<<<1, 32>>>(d_in, d_out, n);
}
)";
  EXPECT_EQ(place_in_words(plan(of(text))), "");
  EXPECT_EQ(plan(of(text)).kernel, "listed.cu:one");
}

TEST_F(Lists, TellWhatIsWrongWithThem) {
  EXPECT_EQ(told(of(scan_on_host, 4)), "listed.cu has 3 launches");
  EXPECT_NE(told(of(scan, 2)).find("has no sequence of launches: list them, as in --launches"), std::string::npos);
  Request named = of(scan_on_host, 3);
  named.entry = "scan_blocks";
  EXPECT_EQ(told(named), "--entry scan_blocks: launch 3 of the list runs add_sums");
  const std::string other = "__global__ void spin(int* p) { while (true) p[0] += 1; }\n";
  const auto listed = [&](const std::string& words) { return told(of(words + scan + other)); };
  EXPECT_EQ(listed("//! launches = 3\n"),
            "listed.cu:1: //! launches: give a list of tables, one for each launch: [[launches]]");
  EXPECT_EQ(listed("//! [[launch]]\n//! entry = \"add_sums\"\n"),
            "listed.cu:1: //! launch: there is no such table: did you mean [[launches]]?");
  EXPECT_EQ(listed("//! [[launches]]\n//! grid = 2\n"),
            "listed.cu: each launch needs a kernel name, as in entry = \"scan_blocks\"");
  EXPECT_EQ(listed("//! [[launches]]\n//! entry = \"scan_bloks\"\n"),
            "listed.cu:2: //! entry: there is no such kernel: did you mean scan_blocks?");
  EXPECT_EQ(listed("//! [[launches]]\n//! entry = \"add_sums\"\n//! dat = \"out\"\n"),
            "listed.cu:3: //! dat: add_sums has no such array or number: did you mean data?");
  EXPECT_EQ(listed("//! [[launches]]\n//! entry = \"add_sums\"\n//! data = [\"out\"]\n"),
            "listed.cu:3: //! data: \"out\" is not a whole number: it may use these knobs and numbers: "
            "BLOCK");
  EXPECT_EQ(listed("//! [[launches]]\n//! entry = \"add_sums\"\n//! n = \"WIDTH\"\n"),
            "listed.cu:3: //! n: \"WIDTH\" is not a whole number: it may use these knobs and numbers: "
            "BLOCK");
  Request after = of("//! [[launches]]\n//! entry = \"spin\"\n//! [[launches]]\n//! entry = \"spin\"\n" + other, 2);
  EXPECT_NE(told(after).find("launch 1 does not finish, so no launch can follow it"), std::string::npos) << told(after);
  Request words = of(scan);
  words.launches = "[{entry = }]";
  EXPECT_NE(told(words).find("--launches [{entry = }]: "), std::string::npos) << told(words);
}

}  // namespace
}  // namespace tilescope
