#include "instrumentation/reading/past_rows.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_set>

#include "instrumentation/language/passes/walk.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"

namespace tilescope::reading {

namespace {

using language::Expression;
using language::ExpressionKind;
using language::Variable;

constexpr std::uint64_t most_events = 4'000'000;
constexpr int deepest = 16;  // variables that begin with others

const Expression& without_loads(const Expression& e) {
  const bool passes = e.kind == ExpressionKind::load || e.kind == ExpressionKind::convert;
  return passes && e.a != nullptr ? without_loads(*e.a) : e;
}

// Whose place is asked about.
struct Who {
  const Launch* launch = nullptr;
  std::size_t block = 0;
  std::uint32_t thread = 0;
};

std::optional<std::int64_t> place_of(const Who& who, std::string_view name, std::string_view side) {
  if (side != "x" && side != "y") return std::nullopt;
  const bool is_x = side == "x";
  const Launch& l = *who.launch;
  if (name == "threadIdx") return is_x ? who.thread % l.block.x : who.thread / l.block.x;
  if (name == "blockDim") return is_x ? l.block.x : l.block.y;
  if (name == "blockIdx") return static_cast<std::int64_t>(is_x ? who.block % l.grid.x : who.block / l.grid.x);
  if (name == "gridDim") return is_x ? l.grid.x : l.grid.y;
  return std::nullopt;
}

std::optional<std::int64_t> combined(language::Mark op, std::int64_t a, std::int64_t b) {
  using language::Mark;
  constexpr std::int64_t large = 1 << 30;
  if (std::max(std::abs(a), std::abs(b)) > large) return std::nullopt;
  switch (op) {
    case Mark::plus: return a + b;
    case Mark::minus: return a - b;
    case Mark::star: return a * b;
    case Mark::slash: return a < 0 || b <= 0 ? std::nullopt : std::optional(a / b);
    case Mark::percent: return a < 0 || b <= 0 ? std::nullopt : std::optional(a % b);
    default: return std::nullopt;
  }
}

// The kernel's variables that are set once, where they begin, are what they begin with.
class Values {
 public:
  explicit Values(const language::Function& kernel) {
    language::each_within(kernel, [&](const Expression& e) {
      const bool changes = e.kind == ExpressionKind::assign || e.kind == ExpressionKind::compound ||
                           e.kind == ExpressionKind::increment || e.kind == ExpressionKind::address;
      if (changes) changed_.insert(language::variable_of(*e.a));
      if (e.kind == ExpressionKind::call || e.kind == ExpressionKind::object)
        for (const Expression* const argument : e.list)
          if (argument != nullptr && argument->is_place) changed_.insert(language::variable_of(*argument));
    });
  }

  [[nodiscard]] std::optional<std::int64_t> of(const Expression& whole, const Who& who, int depth = 0) const {
    const Expression& e = without_loads(whole);
    if (depth > deepest || !whole.type.is_integer()) return std::nullopt;
    if (e.kind == ExpressionKind::constant) return e.value != nullptr ? e.value->as_integer() : std::nullopt;
    if (e.kind == ExpressionKind::field && e.a->kind == ExpressionKind::variable &&
        e.a->variable->space == language::Space::place)
      return place_of(who, e.a->variable->name, e.field->name);
    if (e.kind == ExpressionKind::variable) return of(*e.variable, who, depth + 1);
    if (e.kind != ExpressionKind::binary) return std::nullopt;
    const auto a = of(*e.a, who, depth + 1), b = a ? of(*e.b, who, depth + 1) : std::nullopt;
    return a && b ? combined(e.op, *a, *b) : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<std::int64_t> of(const Variable& variable, const Who& who, int depth) const {
    if (variable.value != nullptr) return variable.value->as_integer();
    const bool stays = variable.space == language::Space::local && !variable.type.is_reference() &&
                       variable.init != nullptr && !changed_.contains(&variable);
    return stays ? of(*variable.init, who, depth) : std::nullopt;
  }

  std::unordered_set<const Variable*> changed_;
};

// `tile[ty][tx]` of the text, and the lines of its statement, of which an event knows the first.
struct Written {
  const Expression* whole = nullptr;
  std::vector<const Expression*> outer;  // the indices of its row
  std::uint32_t first_line = 0, last_line = 0;
};

// The indices of an element from the first to the last; nothing if a pointer leads there.
bool find_indices(const Expression& e, const Variable*& variable, std::vector<const Expression*>& indices) {
  if (e.kind == ExpressionKind::variable) variable = e.variable;
  if (e.kind != ExpressionKind::element) return e.kind == ExpressionKind::variable;
  if (e.a->kind != ExpressionKind::decay || !find_indices(*e.a->a, variable, indices)) return false;
  indices.push_back(e.b);
  return true;
}

class PastRowSearch {
 public:
  PastRowSearch(const Trace& trace, const machine::Prepared& kernel)
      : trace_(trace), kernel_(kernel), values_(*kernel.code().kernel->function), written_(trace.arrays().size()) {
    const language::Function& function = *kernel.code().kernel->function;
    if (function.body != nullptr) language::each_within(*function.body, [&](const language::Statement& s) { note(s); });
  }

  std::vector<PastRow> find() {
    if (std::all_of(written_.begin(), written_.end(), [](const auto& of) { return of.empty(); })) return {};
    std::uint64_t seen = 0;
    for (std::size_t block = 0; block < trace_.block_count() && seen < most_events; ++block) {
      if (!trace_.block(block).recorded()) continue;
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block() && seen < most_events; ++thread) {
        const Column events = trace_.events(block, thread);
        seen += events.size();
        look_at(events, {&trace_.launch(), block, thread});
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::uint32_t line_at(std::uint32_t offset) const { return kernel_.program().source().line_of(offset); }

  void note(const language::Statement& s) {
    std::uint32_t end = s.place.offset;
    language::each_expression(s, [&](const Expression& e) { end = std::max(end, e.place.end()); });
    const std::uint32_t first = line_at(s.place.offset), last = line_at(end);
    language::each_expression(s, [&](const Expression& whole) {
      language::each_within(whole, [&](const Expression& e) { note(e, first, last); });
    });
  }

  // Elements of shared arrays of several dimensions.
  void note(const Expression& e, std::uint32_t first_line, std::uint32_t last_line) {
    const Variable* variable = nullptr;
    std::vector<const Expression*> indices;
    if (e.kind != ExpressionKind::element || !find_indices(e, variable, indices)) return;
    const auto& arrays = kernel_.code().arrays;
    for (std::size_t n = 0; n < arrays.size() && n < written_.size(); ++n) {
      const std::vector<std::int64_t>& sides = trace_.arrays()[n].sides;
      if (arrays[n].variable != variable || arrays[n].space != tilescope::Space::shared || arrays[n].vector > 1 ||
          sides.size() < 2 || sides.size() != indices.size())
        continue;
      indices.pop_back();
      written_[n].push_back({&e, std::move(indices), first_line, last_line});
      return;
    }
  }

  [[nodiscard]] std::optional<std::int64_t> row_of(const Written& one, std::size_t array, const Who& who) const {
    const std::vector<std::int64_t>& sides = trace_.arrays()[array].sides;
    std::int64_t row = 0;
    bool is_fixed = true;
    for (std::size_t n = 0; n < one.outer.size(); ++n) {
      const std::optional<std::int64_t> index = values_.of(*one.outer[n], who);
      if (!index) return std::nullopt;
      row = row * sides[n] + *index;
      is_fixed = is_fixed && without_loads(*one.outer[n]).kind == ExpressionKind::constant;
    }
    return is_fixed && row == 0 ? std::nullopt : std::optional(row);
  }

  void look_at(const Column& events, const Who& who) {
    for (const Event& event : events) {
      const std::size_t array = event.array();
      const bool is_access =
          event.kind() == Kind::shared_load || event.kind() == Kind::shared_store || event.kind() == Kind::atomic;
      if (!is_access || array >= written_.size() || written_[array].empty()) continue;
      look_at(event, array, who);
    }
  }

  // It is one of those that its statement has: only where the rows of all these are known, and it is in none of them,
  // it ran over an end.
  void look_at(const Event& event, std::size_t array, const Who& who) {
    const std::int64_t columns = trace_.arrays()[array].sides.back();
    const std::int64_t row = event.index / columns;
    const Written* past = nullptr;
    std::int64_t wanted = 0;
    for (const Written& one : written_[array]) {
      if (event.line() < one.first_line || event.line() > one.last_line) continue;
      const std::optional<std::int64_t> of = row_of(one, array, who);
      if (!of || *of == row) return;
      if (past == nullptr || std::abs(*of - row) < std::abs(wanted - row)) past = &one, wanted = *of;
    }
    if (past != nullptr) tell(event, array, who, *past, wanted);
  }

  void tell(const Event& event, std::size_t array, const Who& who, const Written& past, std::int64_t row) {
    const bool is_known = std::any_of(found_.begin(), found_.end(), [&](const PastRow& known) {
      return known.line == event.line() && known.array == array;
    });
    if (is_known) return;
    const std::int64_t columns = trace_.arrays()[array].sides.back();
    const language::Place at = past.whole->place;
    found_.push_back({std::string(kernel_.program().source().text().substr(at.offset, at.length)),
                      static_cast<std::uint8_t>(array), event.line(), who.block, who.thread, row,
                      event.index - row * columns, event.index});
  }

  const Trace& trace_;
  const machine::Prepared& kernel_;
  Values values_;
  std::vector<std::vector<Written>> written_;  // by array
  std::vector<PastRow> found_;
};

}  // namespace

std::vector<PastRow> past_rows(const Trace& trace) {
  const RecordedKernel* const kernel = trace.launch().program.get();
  if (kernel == nullptr || !kernel->prepared) return {};
  std::vector<PastRow> found = PastRowSearch(trace, *kernel->prepared).find();
  std::sort(found.begin(), found.end(), [](const PastRow& a, const PastRow& b) { return a.line < b.line; });
  return found;
}

}  // namespace tilescope::reading
