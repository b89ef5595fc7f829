// bench launches: what becomes of a launch of each text, of each product at random sizes, and of random share strings.
// One line for each, so that two versions of the program can be compared line by line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <random>

#include "app/cli/checked.h"
#include "app/names/share_string.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/order.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

// FNV-1a, which is the same on every machine.
class Digest {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) value_ = (value_ ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
  }
  void add(std::string_view text) {
    for (const char letter : text) value_ = (value_ ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  [[nodiscard]] std::string words() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Everything that an event says but the line, which a comment above it would change, and in which order they come.
std::string events_of(const Trace& trace) {
  Digest digest;
  const Order order(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      const Path& path = order.paths()[order.path_of(block, thread)];
      for (std::size_t v = 0; v < path.visits.size(); ++v)
        for (std::uint32_t n = path.visits[v].first; n < path.visits[v].end; ++n) {
          const Event event = events[n];
          for (const std::uint64_t word :
               {std::uint64_t{block}, std::uint64_t{thread}, std::uint64_t{n}, std::uint64_t{path.visits[v].interval},
                std::uint64_t{path.steps[v]}, static_cast<std::uint64_t>(event.kind()), std::uint64_t{event.array()},
                std::uint64_t{event.index}, std::uint64_t{event.origin}, event.bits, event.second,
                std::uint64_t{event.operand()}})
            digest.add(word);
        }
    }
  }
  return digest.words();
}

std::string inputs_of(const Launch& launch) {
  Digest digest;
  for (const Buffer& buffer : launch.buffers)
    for (const std::byte byte : buffer.bytes.all())
      digest.add(std::string_view(reinterpret_cast<const char*>(&byte), 1));
  return digest.words();
}

std::string product_words(const Launch& launch) {
  const auto product = reading::product_of(launch);
  if (!product) return "no product";
  const auto matrix = [&](const reading::Matrix& of) {
    const std::string& name = recorded_kernel(launch).prepared->code().arrays[of.array].name;
    return fmt::format("{} {} x {}{}", name, of.rows, of.columns, of.by_columns ? " by columns" : "");
  };
  std::string words = fmt::format("product {} = {} * {}", matrix(product->c), matrix(product->a), matrix(product->b));
  constexpr std::string_view known_by[] = {"declared", "by names", "by trying", "seen in this launch"};
  words += fmt::format(", {}", known_by[static_cast<std::size_t>(product->known_by)]);
  if (!product->is_sure) words += ", not sure";
  if (product->is_doubted) words += ", doubted";
  if (product->fails[0] != 0) words += fmt::format(", fails at {}", fmt::join(product->fails, " x "));
  return words;
}

std::string launch_words(const Launch& launch) {
  std::string fills;
  for (const Buffer& buffer : launch.buffers)
    if (!buffer.fill.empty()) fills += fmt::format("{}{}:{}", fills.empty() ? "" : " ", buffer.name, buffer.fill);
  std::vector<std::string> numbers;
  for (const ExactNumber& number : launch.numbers) numbers.push_back(words_of(number));
  return fmt::format("{} | {} | numbers {} | shared {} | tile {} | {} | inputs {}", shape_in_words(launch), fills,
                     fmt::join(numbers, " "), launch.dynamic_shared_bytes, launch.tile, product_words(launch),
                     inputs_of(launch));
}

// Of this program's processors, since others may keep them busy.
template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

class Lines {
 public:
  explicit Lines(bool with_times) : with_times_(with_times) {}

  void plan_and_record(const std::string& called, const Request& request) {
    std::string words;
    bool is_product = false;
    const double time = processor_seconds([&] {
      try {
        const Launch launch = plan(request);
        is_product = reading::product_of(launch).has_value();
        words = launch_words(launch) + " | " + recorded(launch);
      } catch (const Error& error) {
        words = fmt::format("refused: {}", error.what());
      }
    });
    add(called, words, time, is_product ? planned_products_ : planned_others_);
  }

  void check(const std::string& file) {
    CheckOptions options;
    options.launch.request.kernel = file;
    options.launch.backend = "cpu";
    std::string words;
    const double time = processor_seconds([&] {
      try {
        for (const cli::Report& one : reports(options)) words += (words.empty() ? "" : " || ") + report_words(one);
      } catch (const Error& error) {
        words = fmt::format("refused: {}", error.what());
      }
    });
    add("check " + file, words, time, last_is_product_ ? checked_products_ : checked_others_);
  }

  [[nodiscard]] std::string text() const {
    if (!with_times_) return text_;
    return text_ + fmt::format(
                       "# planned and recorded: products {:.2f} s, others {:.2f} s\n"
                       "# checked: products {:.2f} s, others {:.2f} s\n",
                       planned_products_, planned_others_, checked_products_, checked_others_);
  }

 private:
  void add(const std::string& called, const std::string& words, double time, double& all) {
    all += time;
    last_is_product_ = &all == &planned_products_ || (&all == &checked_products_);
    text_ += one_line(called) + "\t" + one_line(words);
    if (with_times_) text_ += fmt::format("\t{:.3f}", time);
    text_ += '\n';
    fmt::print(stderr, "{:.3f} s {}\n", time, called);
  }

  // Launches of which not all events would be kept are only planned.
  static std::string recorded(Launch launch) try {
    constexpr std::uint64_t most_memory = std::uint64_t{1} << 28;
    if (launch.record == Record::full && launch.least_events > 4e6) return "not recorded";
    RecordOptions how;
    how.memory = most_memory;
    how.limit = 20'000'000;
    const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, how);
    if (trace.lost_events() > 0) return "lost events";
    return fmt::format("events {}{}", events_of(trace),
                       trace.fault() ? fmt::format(" fault: {}", trace.fault()->message) : "");
  } catch (const Error& error) {
    return fmt::format("not recorded: {}", error.what());
  }

  static std::string report_words(const cli::Report& report) {
    std::string words = report.kernel + (report.is_in_text ? " (in its source)" : "") + ":";
    if (!report.problem.empty()) words += " problem: " + report.problem;
    for (const Checked& checked : report.checked) {
      words += " " + checked.result() + (checked.may_be_wrong() ? " (possible)" : "");
      for (const Finding& finding : checked.hazards.findings)
        words += fmt::format(" [{} {} {}x]", name_of(finding.severity), name_of(finding.hazard), finding.times);
      words += fmt::format(" {} | {}", product_words(checked.trace.launch()), blocks_in_words(checked.trace.launch()));
    }
    for (const LaunchMistake& mistake : report.told) words += fmt::format(" <{}: {}>", mistake.kind, mistake.message);
    for (const std::string& other : report.tried) words += fmt::format(" tried {}", other);
    if (!report.text_says.empty()) words += " text says " + report.text_says;
    return words;
  }

  bool with_times_, last_is_product_ = false;
  std::string text_;
  double planned_products_ = 0, planned_others_ = 0, checked_products_ = 0, checked_others_ = 0;
};

std::vector<std::string> texts_in(const std::vector<std::string>& folders) {
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    if (folder.ends_with(".cu")) files.push_back(folder);
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".cu") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  std::int64_t from(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool of(int one_in) { return from(1, one_in) == 1; }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[from(0, static_cast<std::int64_t>(values.size()) - 1)];
  }

 private:
  std::mt19937_64 random_;
};

bool is_product(const KnownText& text) { return text.group == "product" || text.group == "broken"; }

// Some of these are refused, in words that are compared as well.
Request random_product(const KnownText& text, Chance& chance) {
  Request request;
  request.kernel = text.name;
  if (!chance.of(5))
    request.tile = static_cast<int>(chance.one_of({1, 2, 2, 3, 4, 4, 4, 5, 6, 8, 8, 16, 32, 32, 33, 40, 64}));
  const std::int64_t step = chance.of(4) ? 1 : request.tile.value_or(4);
  const auto side = [&] { return step * chance.from(1, step > 8 ? 2 : step > 1 ? 4 : 20); };
  if (!chance.of(8)) request.m = side();
  if (!chance.of(8)) request.n = side();
  if (!chance.of(8)) request.k = side();
  request.inputs = chance.one_of({"counting", "counting", "random", "identity"});
  request.seed = static_cast<std::uint64_t>(chance.from(1, 9));
  request.schedule.kind = static_cast<Schedule::Kind>(chance.from(0, 3));
  if (request.schedule.kind == Schedule::Kind::random)
    request.schedule.seed = static_cast<std::uint64_t>(chance.from(0, 9));
  request.out_of_bounds = static_cast<OutOfBounds>(chance.from(0, 3));
  return request;
}

Situation random_situation(Chance& chance) {
  Situation situation;
  const std::span<const KnownText> all = known_texts();
  const KnownText& text = all[static_cast<std::size_t>(
      chance.of(2) ? chance.from(0, 17) : chance.from(0, static_cast<std::int64_t>(all.size()) - 1))];
  if (is_product(text)) {
    situation.request = random_product(text, chance);
    for (auto* const side : {&situation.request.m, &situation.request.n, &situation.request.k})
      if (!*side) *side = 4;
    if (!situation.request.tile) situation.request.tile = 4;
    if (chance.of(3)) situation.beside = "naive";
  } else {
    situation.request.kernel = kernel_called(text.name);
    if (chance.of(3)) situation.request.seed = static_cast<std::uint64_t>(chance.from(2, 9));
  }
  situation.moment = static_cast<std::uint64_t>(chance.from(0, 40));
  return situation;
}

}  // namespace

Report launches(const Options& options) {
  Lines lines(options.with_times);
  for (const std::string& file : texts_in(options.kernels)) {
    Request request;
    request.kernel = file;
    lines.plan_and_record("plan " + file, request);
    lines.check(file);
  }
  Chance chance(7);
  for (const KnownText& text : known_texts())
    for (int n = 0; is_product(text) && n < options.runs; ++n) {
      const Request request = random_product(text, chance);
      lines.plan_and_record("launch " + written(request), request);
    }
  for (int n = 0; n < options.frames; ++n) {
    const std::string share = share_string(random_situation(chance));
    lines.plan_and_record("share " + share, situation_of_string(share).request);
  }
  return {lines.text(), "", ""};
}

}  // namespace tilescope::bench
