#include "app/export/chrome_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/export/json.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::size_t enough = 1 << 16;  // bytes that are collected before they are written

std::string json_text(const std::string& text) { return Json(text).dump(-1); }

// The purpose of a visit, which gives its slice a name and a colour.
enum class Deed : std::uint8_t { load, pad, multiply, wait, store, stray, other };

std::string_view word_of(Deed deed) {
  switch (deed) {
    case Deed::load: return "load";
    case Deed::pad: return "pad with 0";
    case Deed::multiply: return "multiply";
    case Deed::wait: return "wait at barrier";
    case Deed::store: return "store";
    case Deed::stray: return "out of bounds";
    case Deed::other: break;
  }
  return "other";
}

Deed deed_of(const Column& events, const Visit& visit) {
  Deed deed = Deed::other;
  for (std::uint32_t n = visit.first; n < visit.end; ++n) {
    const Event& event = events[n];
    switch (event.kind()) {
      case Kind::partial_sum: return Deed::multiply;
      case Kind::barrier_arrive:
      case Kind::barrier_release: return Deed::wait;
      case Kind::out_of_bounds: return Deed::stray;
      case Kind::global_store: deed = Deed::store; break;
      case Kind::shared_store: deed = event.origin == no_origin ? Deed::pad : Deed::load; break;
      case Kind::atomic: deed = Deed::store; break;
      case Kind::shuffle:
      case Kind::vote: break;
      case Kind::global_load:
      case Kind::shared_load: deed = Deed::load; break;
    }
  }
  return deed;
}

// A range of steps that one slice covers.
struct Stretch {
  std::uint32_t begin = 0, end = 0;
  std::string name;
};

// The phases and the intervals in each; an interval that continues into the next phase is cut there.
struct Layers {
  std::vector<Stretch> phases;
  struct Part {
    Stretch stretch;
    std::int64_t phase = -1;  // -1: in no phase
  };
  std::vector<Part> parts;
};

Layers layers_of(const Order& order) {
  Layers layers;
  for (std::size_t n = 0; n < order.phases().size(); ++n)
    layers.phases.push_back({order.phases()[n].first_step, order.phases()[n].end_step, fmt::format("phase {}", n)});
  for (std::uint32_t interval = 0; interval < order.interval_count(); ++interval) {
    const std::uint32_t end = order.first_step(interval + 1);
    for (std::uint32_t begin = order.first_step(interval); begin < end;) {
      std::uint32_t until = end;
      std::int64_t phase = -1;
      for (std::size_t n = 0; n < layers.phases.size(); ++n) {
        const Stretch& of = layers.phases[n];
        if (of.begin <= begin && begin < of.end) phase = static_cast<std::int64_t>(n), until = std::min(until, of.end);
        if (of.begin > begin) until = std::min(until, of.begin);
      }
      layers.parts.push_back({{begin, until, fmt::format("interval {}", interval)}, phase});
      begin = until;
    }
  }
  return layers;
}

class Writer {
 public:
  Writer(const Trace& trace, const Order& order, std::ostream& out)
      : trace_(trace), order_(order), out_(out), layers_(layers_of(order)), kernel_(json_text(trace.launch().kernel)) {
    for (const Path& path : order.paths()) {
      const Column events = trace.events(path.block, path.thread);
      deeds_.emplace_back();
      for (const Visit& visit : path.visits) deeds_.back().push_back(deed_of(events, visit));
    }
  }

  void write() {
    head();
    for (std::size_t block = 0; block < trace_.block_count(); ++block) {
      if (trace_.block(block).recorded())
        recorded(block);
      else
        counted(block);
    }
    text("\n]}\n");
    flush();
  }

 private:
  void head() {
    const Launch& launch = trace_.launch();
    const reading::ProductSides sides = reading::sides_of(launch);
    const Json about{
        {"program", "TileScope"},
        {"time", "of the replay: 1 us is 1 step; nothing was measured"},
        {"kernel", launch.kernel},
        {"m", sides.m},
        {"n", sides.n},
        {"k", sides.k},
        {"tile", launch.tile},
        {"executor", trace_.executor()},
        {"fault", trace_.fault() ? Json(trace_.fault()->message) : Json(nullptr)},
    };
    text(fmt::format("{{\"displayTimeUnit\":\"ms\",\"otherData\":{},\n\"traceEvents\":[", about.dump(-1)));
  }

  void recorded(std::size_t block) {
    process(block, "");
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) lane(block, thread);
  }

  // A block that was only counted: shows its counts.
  void counted(std::size_t block) {
    process(block, ": counted, not recorded");
    name("thread_name", block, first_lane(block), "all threads");
    const Counts counts = count_block(trace_, block);
    slice(block, first_lane(block), "launch", kernel_, 0, std::max(1U, order_.step_count()),
          fmt::format("\"global_loads\":{},\"global_stores\":{},\"multiply_adds\":{}",
                      memory_loads(counts, trace_.arrays()).total, counts.of(Count::global_store).total,
                      counts.of(Count::sum_multiply_add).total));
  }

  void lane(std::size_t block, std::uint32_t thread) {
    const std::uint64_t number = first_lane(block) + thread;
    const std::uint32_t path_number = order_.path_of(block, thread);
    const Path& path = order_.paths()[path_number];
    const Column events = trace_.events(block, thread);
    name("thread_name", block, number, thread_name(trace_.launch(), thread));
    name("thread_sort_index", block, number, thread);
    slice(block, number, "launch", kernel_, 0, order_.step_count(), "");
    std::int64_t phase = -1;
    std::size_t visit = 0;
    for (const Layers::Part& part : layers_.parts) {
      std::size_t end = visit;
      while (end < path.visits.size() && path.steps[end] < part.stretch.end) ++end;
      if (end == visit) continue;
      if (part.phase >= 0 && part.phase != phase) {
        const Stretch& of = layers_.phases[static_cast<std::size_t>(part.phase)];
        slice(block, number, "phase", json_text(of.name), of.begin, of.end - of.begin, "");
      }
      phase = part.phase;
      const auto& deeds = deeds_[path_number];
      slice(block, number, "interval", json_text(part.stretch.name + ": " + purpose(deeds, visit, end)),
            part.stretch.begin, part.stretch.end - part.stretch.begin, "");
      for (; visit < end; ++visit) step(block, number, events, path, visit, deeds[visit], part.stretch.end);
    }
  }

  // The purpose of an interval: multiplying if it multiplies, otherwise its first purpose.
  static std::string purpose(const std::vector<Deed>& deeds, std::size_t begin, std::size_t end) {
    const auto first = deeds.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = deeds.begin() + static_cast<std::ptrdiff_t>(end);
    return std::string(word_of(std::find(first, last, Deed::multiply) != last ? Deed::multiply : *first));
  }

  void step(std::size_t block, std::uint64_t number, const Column& events, const Path& path, std::size_t visit_number,
            Deed deed, std::uint32_t until) {
    const Visit& visit = path.visits[visit_number];
    const std::uint32_t begin = path.steps[visit_number];
    // At a barrier that never opens, a thread waits until the end of the trace.
    const bool never_leaves = events[visit.end - 1].kind() == Kind::barrier_arrive;
    std::string touches;
    for (std::uint32_t n = visit.first; n < visit.end; ++n)
      if (const std::string element = element_of(events[n]); !element.empty())
        touches += (touches.empty() ? "" : ", ") + element;
    slice(block, number, "step", fmt::format("\"{}\"", word_of(deed)), begin, never_leaves ? until - begin : 1,
          touches.empty() ? fmt::format("\"line\":{}", visit.line)
                          : fmt::format("\"line\":{},\"touches\":{}", visit.line, json_text(touches)));
  }

  [[nodiscard]] std::string element_of(const Event& event) const {
    if (event.kind() == Kind::out_of_bounds && event.array() < trace_.arrays().size())
      return fmt::format("{}[{}]", trace_.arrays()[event.array()].name, static_cast<std::int32_t>(event.index));
    if (event.is_barrier() || event.kind() == Kind::partial_sum || event.array() >= trace_.arrays().size()) return "";
    return element_name(trace_.arrays()[event.array()], event.index);
  }

  // Some viewers reserve 0 for the idle process, and merge lanes with the same number from two processes.
  [[nodiscard]] std::uint64_t first_lane(std::size_t block) const {
    return 1 + std::uint64_t{block} * trace_.threads_per_block();
  }

  void process(std::size_t block, const std::string& more) {
    name("process_name", block, first_lane(block), "block " + block_name(trace_.launch(), block) + more);
    name("process_sort_index", block, first_lane(block), block);
  }

  void name(std::string_view what, std::size_t block, std::uint64_t lane, const std::string& name) {
    event(fmt::format(R"("ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}})", what, block + 1, lane,
                      json_text(name)));
  }
  void name(std::string_view what, std::size_t block, std::uint64_t lane, std::uint64_t index) {
    event(fmt::format(R"("ph":"M","name":"{}","pid":{},"tid":{},"args":{{"sort_index":{}}})", what, block + 1, lane,
                      index));
  }
  // `name` is already quoted.
  void slice(std::size_t block, std::uint64_t lane, std::string_view category, std::string_view name,
             std::uint32_t begin, std::uint32_t length, std::string_view arguments) {
    event(fmt::format(R"("ph":"X","cat":"{}","name":{},"ts":{},"dur":{},"pid":{},"tid":{},"args":{{{}}})", category,
                      name, begin, length, block + 1, lane, arguments));
  }
  void event(const std::string& what) {
    text(first_ ? "\n{" : ",\n{");
    first_ = false;
    text(what);
    text("}");
  }
  void text(std::string_view more) {
    buffer_ += more;
    if (buffer_.size() >= enough) flush();
  }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

  const Trace& trace_;
  const Order& order_;
  std::ostream& out_;
  Layers layers_;
  std::string kernel_;
  std::vector<std::vector<Deed>> deeds_;  // by path and visit
  std::string buffer_;
  bool first_ = true;
};

}  // namespace

void write_chrome_trace(const Trace& trace, const Order& order, std::ostream& out) {
  Writer(trace, order, out).write();
}

}  // namespace tilescope
