// The machine against clang: each kernel of the collection is run by both on the same launches at random, by several
// schedules, and the arrays are compared, bit for bit wherever the program does not say that its rounding is open.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <span>

#include "instrumentation/error.h"
#include "instrumentation/machine/run.h"
#include "tests/instrumentation/machine/judge/expression.h"
#include "tests/instrumentation/machine/judge/for_machine.h"
#include "tests/instrumentation/machine/judge/on_gpu.h"
#include "tests/instrumentation/machine/judge/table.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::judge {
namespace {

constexpr int skipped = 77;
constexpr double most_apart = 1e-4, most_apart_wide = 1e-10;

struct Counts {
  int kernels = 0, launches = 0, runs = 0, wrong = 0, rounded = 0, left_to_luck = 0;
};

const Kernel* compiled(const Line& line) {
  for (const Kernel& kernel : kernels())
    if (kernel.file == line.file && kernel.name == line.kernel) return &kernel;
  return nullptr;
}

std::map<std::string, Member> members_of(const Kernel& kernel) {
  std::map<std::string, Member> members;
  kernel.run([&](const Member& member) { members[member.name] = member; }, nullptr);
  return members;
}

// What clang's kernel leaves in the arrays; the others are as they were.
std::vector<Bytes> by_clang(const Kernel& kernel, const Line& line, const Drawn& drawn, const Shape& shape) {
  std::vector<Bytes> given = drawn.given;
  std::vector<std::pair<std::size_t, void*>> globals;
  std::vector<std::vector<std::max_align_t>> kept;
  const auto visit = [&](const Member& member) {
    std::size_t n = 0;
    while (line.given[n].name != member.name) ++n;
    if (member.kind == Member::Kind::array) {
      kept.emplace_back(given[n].size() / sizeof(std::max_align_t) + 2);
      std::memcpy(kept.back().data(), given[n].data(), given[n].size());
      void* const at = kept.back().data();
      globals.emplace_back(n, at);
      std::memcpy(member.at, &at, sizeof at);
    } else {
      std::memcpy(member.at, given[n].data(), given[n].size());
      if (member.kind == Member::Kind::global) globals.emplace_back(n, member.at);
    }
  };
  kernel.run(visit, &shape);
  for (const auto& [n, at] : globals) std::memcpy(given[n].data(), at, given[n].size());
  return given;
}

struct JudgedNumber {
  double value = 0;
  bool is_float = false;
  std::size_t size = 0;
};

JudgedNumber number_at(const std::byte* at, const std::string& cell) {
  JudgedNumber number{0, cell[0] == 'f', static_cast<std::size_t>(cell[1] - '0')};
  if (number.is_float && number.size == 4) {
    float value = 0;
    std::memcpy(&value, at, 4);
    number.value = value;
  } else if (number.is_float) {
    std::memcpy(&number.value, at, 8);
  }
  return number;
}

std::string shown(const std::byte* at, const std::string& cell) {
  const JudgedNumber number = number_at(at, cell);
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, number.size);
  return number.is_float ? fmt::format("{} ({:x})", number.value, bits) : fmt::format("{:#x}", bits);
}

// Nothing, or the first difference.
struct Compared {
  std::string difference;
  bool rounded = false;
};

Compared compare(std::span<const std::byte> clang, std::span<const std::byte> machine, const std::string& cells,
                 bool may_round) {
  Compared compared;
  if (machine.size() != clang.size()) return {fmt::format("{} bytes and {}", clang.size(), machine.size())};
  if (std::ranges::equal(clang, machine)) return {};
  const std::vector<std::string> pattern = parts_of(cells.empty() ? "u1" : cells);
  double largest = 0;
  std::size_t n = 0;
  for (std::size_t at = 0; at < clang.size(); at += static_cast<std::size_t>(pattern[n++ % pattern.size()][1] - '0'))
    if (const double v = std::abs(number_at(clang.data() + at, pattern[n % pattern.size()]).value); std::isfinite(v))
      largest = std::max(largest, v);
  n = 0;
  for (std::size_t at = 0; at < clang.size(); ++n) {
    const std::string& cell = pattern[n % pattern.size()];
    const JudgedNumber a = number_at(clang.data() + at, cell), b = number_at(machine.data() + at, cell);
    const bool same = std::memcmp(clang.data() + at, machine.data() + at, a.size) == 0;
    const bool nan = a.is_float && std::isnan(a.value) && std::isnan(b.value);
    const double bound = (a.size == 4 ? most_apart : most_apart_wide) * std::max(std::abs(a.value), largest / 1000);
    const bool near = a.is_float && may_round && std::abs(a.value - b.value) <= bound;
    compared.rounded = compared.rounded || (!same && !nan);
    if (!same && !nan && !near)
      return {fmt::format("number {}: clang {} machine {}", n, shown(clang.data() + at, cell),
                          shown(machine.data() + at, cell))};
    at += a.size;
  }
  return compared;
}

struct Way {
  const char* name;
  Schedule schedule;
  bool together;
};

std::vector<Way> ways(const Line& line, std::uint64_t seed) {
  std::vector<Way> all{{"in_order", {Schedule::Kind::in_order}, false},
                       {"random", {Schedule::Kind::random, seed}, false},
                       {"together", {Schedule::Kind::in_order}, true}};
  std::erase_if(all, [&](const Way& way) { return !line.only.empty() && line.only != way.name; });
  return all;
}

class Judge {
 public:
  Judge(const Line& line, const Kernel& kernel, Counts& counts, bool on_gpu)
      : line_(line), kernel_(kernel), members_(members_of(kernel)), counts_(counts), on_gpu_(on_gpu) {}

  void judge(const std::string& text, int launches) {
    const language::Program program = language::read(text, {.knobs = line_.knobs});
    const language::Kernel* kernel = nullptr;
    for (const language::Kernel& k : program.kernels())
      if (k.name == plain_name(line_)) kernel = &k;
    if (kernel == nullptr) throw Error("the program has no such kernel");
    const auto prepared = std::make_shared<const machine::Prepared>(program, *kernel);
    may_round_ = kernel->rounding_may_differ || kernel->order_matters;
    std::mt19937_64 random(std::hash<std::string>{}(line_.file + line_.kernel));
    for (int n = 0; n < launches; ++n)
      if (on_gpu_)
        there(prepared, draw(line_, members_, random), kernel->order_matters);
      else
        launch(*prepared, draw(line_, members_, random), static_cast<std::uint64_t>(n + 1));
    counts_.kernels += right_ ? 1 : 0;
    counts_.rounded += right_ && rounded_ ? 1 : 0;
    counts_.launches += launches;
  }

 private:
  void launch(const machine::Prepared& prepared, const Drawn& drawn, std::uint64_t seed) {
    for (const Way& way : ways(line_, seed)) {
      Shape shape = drawn.shape;
      shape.order = way.schedule.kind == Schedule::Kind::random ? seed : 0;
      take_printed();
      const std::vector<Bytes> clang = by_clang(kernel_, line_, drawn, shape);
      machine::Launch launch = for_machine(prepared.code(), line_, drawn);
      launch.schedule = way.schedule;
      launch.together = way.together;
      const std::string difference =
          run(prepared, launch, drawn, clang, line_.only == "in_order" || drawn.shape.block[0] == 1);
      ++counts_.runs;
      if (difference.empty() || !told_.insert(way.name).second) continue;
      counts_.wrong += right_ ? 1 : 0;
      right_ = false;
      fmt::print("{} {}, {} {}: {}\n", line_.file, line_.kernel, way.name, drawn.text, difference);
    }
  }

  void there(const std::shared_ptr<const machine::Prepared>& prepared, const Drawn& drawn, bool order_matters) {
    machine::Launch launch = for_machine(prepared->code(), line_, drawn);
    launch.most_rounds = std::uint64_t{1} << 20;
    launch.together = line_.only == "together";
    const auto [difference, may_differ] = beside_gpu(prepared, launch, order_matters);
    ++counts_.runs;
    if (difference.empty()) return;
    const std::string where = fmt::format("{} {}, {}: ", line_.file, line_.kernel, drawn.text);
    if (!may_differ.empty()) {
      if (!told_.insert("luck").second) return;
      ++counts_.left_to_luck;
      fmt::print("{}not compared, since {} ({})\n", where, may_differ, difference);
      return;
    }
    if (!told_.insert("gpu").second) return;
    counts_.wrong += right_ ? 1 : 0;
    right_ = false;
    fmt::print("{}{}\n", where, difference);
  }

  std::string run(const machine::Prepared& prepared, const machine::Launch& launch, const Drawn& drawn,
                  const std::vector<Bytes>& clang, bool prints) {
    machine::RunOptions how;
    how.pool = std::make_shared<EventPool>(4);
    how.keeps = [](std::uint64_t) { return false; };
    const machine::Ran ran = machine::run(prepared, launch, how);
    const std::string printed = take_printed();
    if (ran.fault) return "fault: " + ran.fault->message;
    for (std::size_t n = 0; n < line_.given.size(); ++n) {
      if (!line_.given[n].is_array && !line_.given[n].is_global) continue;
      const LeftBytes& mine = ran.arrays[array_of(prepared.code(), line_.given[n].name)];
      const Compared compared = compare(clang[n], mine, drawn.cells[n], may_round_);
      if (!compared.difference.empty()) return line_.given[n].name + " " + compared.difference;
      rounded_ = rounded_ || compared.rounded;
    }
    if (prints && printed != ran.printed) return fmt::format("printed '{}' and '{}'", printed, ran.printed);
    return recorded(prepared, launch, ran);
  }

  // Whether recording changes nothing, and leaves as many events as were counted. Of few blocks.
  static std::string recorded(const machine::Prepared& prepared, const machine::Launch& launch,
                              const machine::Ran& counted) {
    if (launch.blocks() > 4) return "";
    machine::RunOptions how;
    how.pool = std::make_shared<EventPool>(4);
    const machine::Ran ran = machine::run(prepared, launch, how);
    if (ran.arrays != counted.arrays) return "arrays that are others where it is recorded";
    for (std::size_t n = 0; n < ran.blocks.size(); ++n)
      if (machine::test::tallies_of(*ran.code, ran.blocks[n], launch.threads()) != counted.blocks[n].tallies)
        return fmt::format("other counts than events in block {}", n);
    return "";
  }

  const Line& line_;
  const Kernel& kernel_;
  std::map<std::string, Member> members_;
  Counts& counts_;
  bool on_gpu_;
  bool may_round_ = false, right_ = true, rounded_ = false;
  std::set<std::string> told_;  // ways that differ
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What is to be judged: kernels whose "folder/file.cu kernel" has this in it, and of them one of so many shares.
struct Wish {
  std::string only;
  int launches = 20;
  int share = 1, shares = 1;
  bool on_gpu = false;
};

std::vector<Line> lines_of(const std::filesystem::path& table, const Wish& wish) {
  std::vector<Line> lines;
  int number = 0;
  for (const Line& line : read_table(table))
    if ((line.file + " " + line.kernel).find(wish.only) != std::string::npos &&
        number++ % wish.shares == wish.share - 1)
      lines.push_back(line);
  return lines;
}

int judge_all(const Wish& wish) {
  const bool on_gpu = wish.on_gpu;
  if (kernels().empty()) {
    fmt::print("Nothing is judged: there is no clang++ to compile the texts, or this build is sanitized.\n");
    return skipped;
  }
#ifdef __x86_64__
  if (!__builtin_cpu_supports("fma")) {
    fmt::print("Nothing is judged: this CPU has no fused multiply-add.\n");
    return skipped;
  }
#endif
  if (const std::string why_not = on_gpu ? why_no_gpu() : ""; !why_not.empty()) {
    fmt::print("Nothing is judged: {}.\n", why_not);
    return skipped;
  }
  const char* const elsewhere = std::getenv("TILESCOPE_TEXTS");  // where the test is run on another machine
  const std::filesystem::path texts = elsewhere == nullptr ? TILESCOPE_SOURCES
                                          "/tests/instrumentation/language/collection"
                                                           : std::string(elsewhere) + "/language/collection";
  const std::string launches_file = elsewhere == nullptr ? TILESCOPE_SOURCES
                                        "/tests/instrumentation/machine/judge/launches.txt"
                                                         : std::string(elsewhere) + "/machine/judge/launches.txt";
  Counts counts;
  const std::vector<Line> lines = lines_of(launches_file, wish);
  for (const Line& line : lines) {
    if (on_gpu) {
      fmt::print(stderr, "{} of {}: {} {}\n", &line - lines.data() + 1, lines.size(), line.file, line.kernel);
      std::fflush(stdout);
    }
    try {
      const Kernel* const kernel = compiled(line);
      if (kernel == nullptr) throw Error("clang's half has no such kernel");
      Judge(line, *kernel, counts, on_gpu).judge(read_file(texts / line.file), wish.launches);
    } catch (const std::exception& e) {
      ++counts.wrong;
      fmt::print("{} {}: {}\n", line.file, line.kernel, e.what());
    }
  }
  fmt::print("{} kernels agree, {} do not; {} launches, {} runs; {} of those that agree only within a bound",
             counts.kernels, counts.wrong, counts.launches, counts.runs, counts.rounded);
  fmt::print("{}\n", on_gpu ? fmt::format(", {} but for what they leave to luck", counts.left_to_luck) : "");
  return counts.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tilescope::judge

// May be said: `gpu`, a GPU beside the machine instead of clang; which kernels (a part of "folder/file.cu kernel"), how
// many launches of each, and which share of these kernels, 2/8 being the second of eight.
int main(int count, char** arguments) {
  tilescope::judge::Wish wish;
  std::vector<std::string> words(arguments + 1, arguments + count);
  wish.on_gpu = !words.empty() && words[0] == "gpu";
  if (wish.on_gpu) words.erase(words.begin());
  if (!words.empty()) wish.only = words[0];
  if (words.size() > 1) wish.launches = std::stoi(words[1]);
  if (words.size() > 2) {
    wish.share = std::stoi(words[2]);
    wish.shares = std::stoi(words[2].substr(words[2].find('/') + 1));
  }
  return tilescope::judge::judge_all(wish);
}
