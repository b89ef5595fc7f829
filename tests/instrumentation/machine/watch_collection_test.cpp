// What is told of variables, compared with what the machine recorded without being watched: the collection's texts are
// given a store after each statement that sets a scalar, and what was stored is what is told at that moment.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "instrumentation/error.h"
#include "tests/fuzz/machine_launch.h"
#include "tests/instrumentation/machine/watched.h"

namespace tilescope::machine {
namespace {

constexpr std::uint64_t launches = 4;
constexpr std::uint32_t most_stores = 40;  // of a thread, that are looked at

constexpr const char* own_store = "watched_own_";      // of what the statement set
constexpr const char* other_store = "watched_other_";  // of another variable that is in scope there

struct Probed {
  std::string text;
  std::map<std::pair<std::string, std::uint32_t>, std::string> names;  // by store and line
};

// Puts the stores into a text, line by line.
class Probing {
 public:
  Probed probed(const std::string& text) {
    for (const char* const store : {own_store, other_store})
      probed_.text += fmt::format("__device__ double {}[1024]; ", store);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line); probed_.text += "\n" + line) {
      ++number_;
      if (const std::string name = name_set(line); !name.empty() && depth_ > 0 && begins_) {
        std::string stores = store(own_store, name);
        if (in_scope_.size() > 1) stores += store(other_store, in_scope_[number_ % in_scope_.size()].first);
        line.insert(line.find(';') + 1, stores);
      }
      depth_ += std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}');
      while (!in_scope_.empty() && in_scope_.back().second > depth_) in_scope_.pop_back();
      const std::string bare = std::regex_replace(line, std::regex(R"(\s*(//.*)?$)"), "");
      if (!bare.empty()) begins_ = bare.back() == '{' || bare.back() == '}' || bare.back() == ';';
    }
    return std::move(probed_);
  }

 private:
  // For a statement that sets a scalar; else empty.
  std::string name_set(const std::string& line) {
    static const std::regex declaration(
        R"(^\s*(?:const\s+)?(?:float|double|int|unsigned|unsigned int|bool|short|unsigned char|int32_t|uint32_t|size_t)\s+(\w+)\s*)"
        R"(=[^;,]*;\s*(//.*)?$)");
    static const std::regex assignment(R"(^\s*(\w+)\s*(?:=|\+=|-=|\*=)[^=;][^;]*;\s*(//.*)?$)");
    const bool is_whole = std::count(line.begin(), line.end(), '(') == std::count(line.begin(), line.end(), ')') &&
                          line.find_first_of("{\"") == std::string::npos;
    std::smatch match;
    if (is_whole && std::regex_match(line, match, declaration)) {
      if (begins_ && depth_ > 0) in_scope_.emplace_back(match[1], depth_);
      return match[1];
    }
    if (!is_whole || !std::regex_match(line, match, assignment)) return {};
    for (const auto& [name, depth] : in_scope_)
      if (name == match[1]) return name;
    return {};
  }

  std::string store(const std::string& to, const std::string& name) {
    probed_.names[{to, number_}] = name;
    return fmt::format(" {}[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)] = {};", to, name);
  }

  Probed probed_;
  std::vector<std::pair<std::string, std::ptrdiff_t>> in_scope_;  // and how deep
  std::ptrdiff_t depth_ = 0;
  std::uint32_t number_ = 1;
  bool begins_ = true;  // a statement
};

struct Found {
  std::uint64_t texts = 0, kernels = 0, values = 0;
};

// A thread's stores of variables, by the moments at which they had just happened.
std::vector<std::uint32_t> stores_of(const Column& events, const Code& code) {
  std::vector<std::uint32_t> moments;
  std::uint32_t moment = 0;
  for (const Event event : events) {
    ++moment;
    const std::string name = event.array() < code.arrays.size() ? code.arrays[event.array()].name : "";
    if (event.kind() == Kind::global_store && (name == own_store || name == other_store)) moments.push_back(moment);
    if (moments.size() == most_stores) break;
  }
  return moments;
}

std::string difference(const Event& event, const Locals& locals, std::uint32_t thread, const std::string& name) {
  const LocalValue* const value = find_local(locals, thread, name);
  if (value == nullptr || !value->is_set) return fmt::format("{} has no value", name);
  const double told = as_double(number_of(locals.names[value->name].type), value->bits);
  const double stored = std::bit_cast<double>(event.bits);
  if (told == stored || (std::isnan(told) && std::isnan(stored))) return {};
  return fmt::format("{} is {}, and {} is told", name, stored, told);
}

void check(const Prepared& kernel, const Probed& text, std::uint64_t seed, Found& found) {
  const Launch launch = fuzz::random_launch(kernel.code(), seed);
  RunOptions how;
  how.pool = std::make_shared<EventPool>(4);
  const Ran ran = run(kernel, launch, how);
  how.watched = true;
  const Ran watched = run(kernel, launch, how);
  ASSERT_EQ(ran.arrays, watched.arrays);
  const std::uint64_t block = ran.blocks.size() - 1;
  std::vector<Column> columns;
  std::vector<std::vector<std::uint32_t>> moments;
  std::size_t most = 0;
  for (std::uint32_t thread = 0; thread < launch.threads(); ++thread) {
    columns.push_back(test::events_of(*ran.code, ran.blocks[block], thread));
    moments.push_back(stores_of(columns.back(), *ran.code));
    most = std::max(most, moments.back().size());
  }
  for (std::size_t n = 0; n < most; ++n) {
    WatchOptions options;
    options.block = block;
    for (const std::vector<std::uint32_t>& of : moments) options.moments.push_back(n < of.size() ? of[n] : 0);
    const Locals locals = watch(kernel, launch, options);
    for (std::uint32_t thread = 0; thread < launch.threads(); ++thread) {
      if (n >= moments[thread].size()) continue;
      const Event event = columns[thread][moments[thread][n] - 1];
      ++found.values;
      const std::string& store = ran.code->arrays[event.array()].name;
      ASSERT_EQ(difference(event, locals, thread, text.names.at({store, event.line()})), "")
          << kernel.code().kernel->name << " seed " << seed << " thread " << thread << " line " << event.line();
    }
  }
}

TEST(Watch, WhatIsStoredOfAVariableIsWhatIsTold) {
  Found found;
  for (const char* const folder : {"/product", "/other"})
    for (const auto& entry : std::filesystem::directory_iterator(
             std::string(TILESCOPE_SOURCES "/tests/instrumentation/language/collection") + folder)) {
      if (entry.path().extension() != ".cu") continue;
      std::ifstream in(entry.path());
      const Probed text = Probing().probed({std::istreambuf_iterator<char>(in), {}});
      const language::Program program = language::read(text.text);
      found.texts += program.runnable() ? 1 : 0;
      for (const language::Kernel& kernel : program.kernels()) {
        if (!kernel.runnable || text.names.empty()) continue;
        SCOPED_TRACE(entry.path().filename().string());
        try {
          const Prepared prepared(program, kernel);
          ++found.kernels;
          for (std::uint64_t seed = 1; seed <= launches; ++seed) check(prepared, text, seed, found);
        } catch (const UsageError&) {
          continue;  // the machine has not all of it
        }
      }
    }
  fmt::print("{} texts, {} kernels, {} values\n", found.texts, found.kernels, found.values);
  EXPECT_GT(found.kernels, 150U);
  EXPECT_GT(found.values, 100000U);
}

}  // namespace
}  // namespace tilescope::machine
