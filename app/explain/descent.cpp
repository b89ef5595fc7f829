#include "app/explain/descent.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tilescope {

namespace {

using Nodes = std::vector<std::uint32_t>;

constexpr std::uint64_t most_events = 400'000;
constexpr std::size_t most_nodes = 6'000, most_sources = 40, most_rows = 64;
constexpr std::int64_t most_columns = 2'048;

void add(Nodes& to, const Nodes& more) {
  for (const std::uint32_t node : more)
    if (to.size() < most_sources && std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

// Walks through a block's steps in lockstep and follows values from event to event.
class Walk {
 public:
  Walk(const Replay& replay, std::size_t block)
      : trace_(replay.trace()), order_(replay.order()), moments_(replay.moments()) {
    all_.block = block;
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      lanes_.push_back({trace_.events(block, thread), &order_.paths()[order_.path_of(block, thread)]});
      events_ += lanes_.back().events.size();
    }
    if (events_ > most_events) return;
    for (Lane& lane : lanes_) lane.of.resize(lane.events.size());
  }

  Descent go() {
    if (events_ <= most_events)
      for (std::uint32_t interval = 0; interval < order_.interval_count() && !is_too_much(); ++interval)
        for (std::uint32_t step = order_.first_step(interval); step < order_.first_step(interval + 1); ++step)
          together(interval, step);
    if (events_ > most_events || is_too_much()) {
      Descent none;
      none.block = all_.block;
      none.is_too_much = true;
      return none;
    }
    name_shuffles();
    drop_unused();
    put_in_columns();
    for (Descent::Node& node : all_.nodes) node.moment = moments_.after(all_.block, node.thread, node.event);
    all_.is_too_much = all_.end_column - all_.first_column > most_columns;
    return std::move(all_);
  }

 private:
  struct Lane {
    Column events;
    const Path* path;
    std::size_t visit = 0;
    std::vector<Nodes> of = {};  // by event: the nodes that its value comes from
    std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint32_t> newest_sum = {};  // by array and index
    Nodes last_load = {};
    std::vector<std::uint32_t> loads = {};  // event numbers
  };
  using Cell = std::pair<std::uint8_t, std::uint32_t>;

  [[nodiscard]] bool is_too_much() const { return all_.nodes.size() > most_nodes || all_.rows.size() > most_rows; }

  // Takes the first event of the step in all threads, then the second, and so on.
  void together(std::uint32_t interval, std::uint32_t step) {
    std::vector<std::pair<std::uint32_t, Visit>> part;
    std::uint32_t longest = 0;
    for (std::uint32_t thread = 0; thread < lanes_.size(); ++thread) {
      Lane& lane = lanes_[thread];
      if (lane.visit >= lane.path->steps.size() || lane.path->steps[lane.visit] != step) continue;
      part.emplace_back(thread, lane.path->visits[lane.visit++]);
      longest = std::max(longest, part.back().second.end - part.back().second.first);
    }
    for (std::uint32_t n = 0; n < longest; ++n)
      for (const auto& [thread, visit] : part)
        if (visit.first + n < visit.end) take(interval, step, thread, visit.first + n);
  }

  void take(std::uint32_t interval, std::uint32_t step, std::uint32_t thread, std::uint32_t number) {
    Lane& lane = lanes_[thread];
    const Event event = lane.events[number];
    const EventPlace here{interval, step, thread, number, event.line()};
    switch (event.kind()) {
      case Kind::global_load:
        lane.last_load = lane.of[number] = {loaded(here, event)};
        lane.loads.push_back(number);
        break;
      case Kind::shared_load: load(lane, thread, number, event); break;
      case Kind::partial_sum: sum(lane, number, event); break;
      case Kind::shuffle: shuffle(here, event); break;
      case Kind::shared_store:
        went_on_with(lane, event.origin);
        store(here, event, from(lane, event.origin));
        break;
      case Kind::atomic: atomic(here, event); break;
      case Kind::global_store:
        went_on_with(lane, event.origin);
        stored(here, event, from(lane, event.origin));
        break;
      default: break;
    }
  }

  struct EventPlace {
    std::uint32_t interval, step, thread, number, line;
  };

  [[nodiscard]] static Nodes from(const Lane& lane, std::uint32_t event) {
    if (event == many_origins) return lane.last_load;
    return event < lane.of.size() ? lane.of[event] : Nodes{};
  }

  std::uint32_t row_of_memory(Descent::Row::Kind kind, std::uint8_t array, const EventPlace& here) {
    const auto [at, is_new] = memory_.try_emplace({kind, array}, static_cast<std::uint32_t>(all_.rows.size()));
    if (is_new) all_.rows.push_back({kind, array, here.line, here.interval, here.interval});
    return at->second;
  }

  std::uint32_t node(std::uint32_t row, std::uint32_t index, const EventPlace& here, Nodes sources) {
    all_.nodes.push_back({row, index, here.thread, here.number, here.number, here.step, 0, std::move(sources)});
    all_.rows[row].last_interval = here.interval;
    return static_cast<std::uint32_t>(all_.nodes.size()) - 1;
  }

  std::uint32_t loaded(const EventPlace& here, const Event& event) {
    // If the block itself stored a value there, that node is the origin.
    if (const auto own = stored_.find({event.array(), event.index}); own != stored_.end()) return own->second;
    const auto [at, is_new] = loaded_.try_emplace(Cell{event.array(), event.index}, 0);
    if (is_new)
      at->second = node(row_of_memory(Descent::Row::Kind::loaded, event.array(), here), event.index, here, {});
    return at->second;
  }

  void load(Lane& lane, std::uint32_t thread, std::uint32_t number, const Event& event) {
    const auto found = cells_.find({event.array(), event.index});
    if (found == cells_.end()) return;
    lane.last_load = lane.of[number] = {found->second};
    lane.loads.push_back(number);
    // A row ends when a thread reads a value that another thread stored in it.
    const auto row = open_.find(event.array());
    const Descent::Node& node = all_.nodes[found->second];
    if (row != open_.end() && node.row == row->second && node.thread != thread) open_.erase(row);
  }

  void sum(Lane& lane, std::uint32_t number, const Event& event) {
    Nodes all = from(lane, event.first_operand(number));
    std::optional<std::uint32_t> shuffled = shuffle_of(lane, event.first_operand(number));
    if (has_two_operands(event.sum_form())) {
      add(all, from(lane, event.second_operand(number)));
      if (!shuffled) shuffled = shuffle_of(lane, event.second_operand(number));
    }
    if (adds_to_what_was(event.sum_form())) {
      if (trace_.arrays()[event.array()].space == Space::shared) {
        if (const auto cell = cells_.find({event.array(), event.index}); cell != cells_.end()) add(all, {cell->second});
      } else if (const auto before = sum_before(lane, number, event)) {
        if (shuffled) hold(all_.nodes[*shuffled].row - 1, lane, *before);
        add(all, from(lane, *before));
      }
    }
    lane.newest_sum[{event.array(), event.index}] = number;
    if (shuffled) {  // the sum is the lane's value after the shuffle
      Descent::Node& node = all_.nodes[*shuffled];
      for (const std::uint32_t source : all)
        if (source != *shuffled) add(node.sources, {source});
      node.value = number;
      shuffled_sums_[{&lane, number}] = *shuffled;
      all = {*shuffled};
    }
    lane.of[number] = std::move(all);
  }

  // The value of a register before an addition: the newest sum of that name, or a value loaded since, if the sum starts
  // from that. No event records such a start, so the values have to decide.
  [[nodiscard]] std::optional<std::uint32_t> sum_before(const Lane& lane, std::uint32_t number,
                                                        const Event& event) const {
    const auto newest = lane.newest_sum.find({event.array(), event.index});
    const bool has_newest = newest != lane.newest_sum.end();
    const std::uint32_t operand = event.first_operand(number);
    if (event.sum_form() != SumForm::add || operand >= lane.events.size())
      return has_newest ? std::optional(newest->second) : std::nullopt;
    const Event added = lane.events[operand];
    const auto fits = [&](std::uint32_t before) {
      const Event one = lane.events[before];
      const double sum = as_double(one.at->number, one.bits_left()) + as_double(added.at->number, added.bits_left());
      const double after = as_double(event.at->number, event.bits);
      return event.at->number == Number::f32 ? static_cast<float>(sum) == static_cast<float>(after) : sum == after;
    };
    for (auto load = lane.loads.rbegin(); load != lane.loads.rend(); ++load) {
      if (has_newest && *load < newest->second) break;
      if (*load != operand && fits(*load)) return *load;
    }
    return has_newest && fits(newest->second) ? std::optional(newest->second) : std::nullopt;
  }

  // The node of a shuffle, if the event got its value from one.
  [[nodiscard]] std::optional<std::uint32_t> shuffle_of(const Lane& lane, std::uint32_t event) const {
    const auto found = exchanges_.find({&lane, event});
    return found == exchanges_.end() ? std::nullopt : std::optional(found->second);
  }

  // If a lane computed several sums from a shuffled value, such as a minimum and a maximum, its node gets the used one.
  void went_on_with(const Lane& lane, std::uint32_t event) {
    const auto sum = shuffled_sums_.find({&lane, event});
    if (sum != shuffled_sums_.end()) all_.nodes[sum->second].value = event;
  }

  // All warps that shuffle in the same step share a row.
  void shuffle(const EventPlace& here, const Event& event) {
    if (lanes_row_step_ != here.step || lanes_row_line_ != here.line) {
      for (int row = 0; row < 2; ++row)  // the values before, unless an earlier row has them, and after
        all_.rows.push_back({Descent::Row::Kind::lanes, no_array, here.line, here.interval, here.interval});
      lanes_row_ = static_cast<std::uint32_t>(all_.rows.size()) - 1;
      lanes_row_step_ = here.step, lanes_row_line_ = here.line;
    }
    Lane& lane = lanes_[here.thread];
    Nodes sources;
    if (event.index < lanes_.size()) {
      const auto given = static_cast<std::uint32_t>(event.second);
      hold(lanes_row_ - 1, lanes_[event.index], given);
      sources = from(lanes_[event.index], given);
      went_on_with(lanes_[event.index], given);
    }
    const std::uint32_t made = node(lanes_row_, here.thread, here, std::move(sources));
    exchanges_[{&lane, here.number}] = made;
    lane.of[here.number] = {made};
    if (event.index != here.thread) asked_[lanes_row_].emplace_back(here.thread, event.index);
  }

  // Gives a register's value a node of its own before the first shuffle; it came from memory, but lanes read the
  // register.
  void hold(std::uint32_t row, Lane& lane, std::uint32_t event) {
    if (event >= lane.of.size() || lane.of[event].empty()) return;
    const auto is_of_lanes = [&](std::uint32_t source) {
      return all_.rows[all_.nodes[source].row].kind == Descent::Row::Kind::lanes;
    };
    if (std::any_of(lane.of[event].begin(), lane.of[event].end(), is_of_lanes)) return;
    const auto thread = static_cast<std::uint32_t>(&lane - lanes_.data());
    const EventPlace there{all_.rows[row].interval, lane.path->step_of(event), thread, event, all_.rows[row].line};
    lane.of[event] = {node(row, thread, there, std::move(lane.of[event]))};
  }

  // Names the distance to the source lanes, or the bits in which lane numbers differ, if that is the same for all.
  void name_shuffles() {
    for (const auto& [row, asked] : asked_) {
      const auto apart = [](const std::pair<std::int64_t, std::int64_t>& each) { return each.second - each.first; };
      const auto bits = [](const std::pair<std::int64_t, std::int64_t>& each) { return each.second ^ each.first; };
      const auto all_alike = [&all = asked](const auto& of) {
        return std::all_of(all.begin(), all.end(), [&](const auto& each) { return of(each) == of(all.front()); });
      };
      if (all_alike(apart))
        all_.rows[row].from = fmt::format("{:+}", apart(asked.front()));
      else if (all_alike(bits))
        all_.rows[row].from = fmt::format("^{}", bits(asked.front()));
    }
  }

  void store(const EventPlace& here, const Event& event, Nodes sources) {
    const Cell cell{event.array(), event.index};
    const auto before = cells_.find(cell);
    auto row = open_.find(event.array());
    const auto is_in_row = [&](std::uint32_t node) { return all_.nodes[node].row == row->second; };
    const auto came_of_row = [&] {
      return all_.rows[row->second].last_interval < here.interval &&
             std::any_of(sources.begin(), sources.end(), is_in_row);
    };
    if (row != open_.end() && ((before != cells_.end() && is_in_row(before->second)) || came_of_row()))
      open_.erase(row), row = open_.end();  // stored again, or after a barrier computed from its own row
    if (row == open_.end()) {
      row = open_.emplace(event.array(), static_cast<std::uint32_t>(all_.rows.size())).first;
      all_.rows.push_back({Descent::Row::Kind::cells, event.array(), here.line, here.interval, here.interval});
    }
    cells_[cell] = node(row->second, event.index, here, std::move(sources));
  }

  // Consecutive atomics on one cell share a node.
  void atomic(const EventPlace& here, const Event& event) {
    Lane& lane = lanes_[here.thread];
    Nodes sources = from(lane, event.origin);
    if (sources.empty()) sources = lane.last_load;  // the node of the last load
    const bool is_shared = trace_.arrays()[event.array()].space == Space::shared;
    const Cell cell{event.array(), event.index};
    auto& nodes = is_shared ? cells_ : stored_;
    const auto before = nodes.find(cell);
    const auto open = open_.find(event.array());
    const bool goes_on = before != nodes.end() && all_.nodes[before->second].is_atomic_at(event.line()) &&
                         (!is_shared || (open != open_.end() && open->second == all_.nodes[before->second].row));
    if (!goes_on) {
      if (is_shared) {
        if (before != nodes.end()) add(sources, {before->second});
        store(here, event, std::move(sources));
      } else {
        stored(here, event, std::move(sources));
      }
      all_.nodes[nodes[cell]].atomic_line = event.line();
    } else {
      Descent::Node& node = all_.nodes[before->second];
      add(node.sources, sources);
      node.thread = here.thread, node.event = node.value = here.number, node.step = here.step;
    }
    lane.of[here.number] = {nodes[cell]};
  }

  void stored(const EventPlace& here, const Event& event, Nodes sources) {
    const std::uint32_t row = row_of_memory(Descent::Row::Kind::stored, event.array(), here);
    stored_[{event.array(), event.index}] = node(row, event.index, here, std::move(sources));
  }

  // Drops inputs that are not used, and rows without nodes.
  void drop_unused() {
    std::vector<bool> is_used(all_.nodes.size(), false);
    for (const Descent::Node& node : all_.nodes)
      for (const std::uint32_t source : node.sources) is_used[source] = true;
    Nodes place(all_.nodes.size());
    std::vector<Descent::Node> kept;
    for (std::size_t n = 0; n < all_.nodes.size(); ++n) {
      Descent::Node& node = all_.nodes[n];
      if (!is_used[n] && all_.rows[node.row].kind == Descent::Row::Kind::loaded) continue;
      place[n] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(std::move(node));
    }
    all_.nodes = std::move(kept);
    for (Descent::Node& node : all_.nodes)
      for (std::uint32_t& source : node.sources) source = place[source];
    // A row of loaded elements goes right above the first row that uses them; stored elements go below all other rows.
    std::vector<std::uint32_t> order(all_.rows.size()), place_of(all_.rows.size(), UINT32_MAX);
    for (const Descent::Node& node : all_.nodes)
      for (const std::uint32_t source : node.sources) {
        const std::uint32_t row = all_.nodes[source].row;
        if (all_.rows[row].kind == Descent::Row::Kind::loaded && all_.rows[node.row].kind != Descent::Row::Kind::stored)
          place_of[row] = std::min(place_of[row], 2 * node.row);
      }
    for (std::uint32_t row = 0; row < all_.rows.size(); ++row) {
      order[row] = row;
      const Descent::Row::Kind kind = all_.rows[row].kind;
      if (kind == Descent::Row::Kind::stored) place_of[row] = UINT32_MAX;
      if (kind == Descent::Row::Kind::cells || kind == Descent::Row::Kind::lanes) place_of[row] = 2 * row + 1;
      if (kind == Descent::Row::Kind::loaded && place_of[row] == UINT32_MAX) --place_of[row];
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t one, std::uint32_t other) { return place_of[one] < place_of[other]; });
    for (const Descent::Node& node : all_.nodes) {
      ++all_.rows[node.row].nodes;
      all_.rows[node.row].joined += node.sources.size() > 1 ? 1 : 0;
    }
    Nodes to(all_.rows.size());
    std::vector<Descent::Row> rows;
    for (const std::uint32_t row : order) {
      if (all_.rows[row].nodes == 0) continue;
      to[row] = static_cast<std::uint32_t>(rows.size());
      rows.push_back(all_.rows[row]);
    }
    all_.rows = std::move(rows);
    for (Descent::Node& node : all_.nodes) node.row = to[node.row];
  }

  // If several shifts are equally frequent, as for a window, takes the middle one.
  static std::int64_t most_wanted(const std::map<std::int64_t, std::uint32_t>& times) {
    std::uint32_t most = 0;
    for (const auto& [shift, count] : times) most = std::max(most, count);
    std::vector<std::int64_t> all;
    for (const auto& [shift, count] : times)
      if (count == most) all.push_back(shift);
    return all[all.size() / 2];
  }

  // Shifts each row so that most of its nodes are straight below their origins.
  void put_in_columns() {
    std::vector<std::map<std::int64_t, std::uint32_t>> wanted(all_.rows.size());
    std::map<std::uint8_t, std::int64_t> known;  // by array: rows of one array, and rows of lanes, share a shift
    std::size_t first = 0;
    std::vector<std::vector<std::uint32_t>> by_row(all_.rows.size());
    for (std::uint32_t n = 0; n < all_.nodes.size(); ++n) by_row[all_.nodes[n].row].push_back(n);
    for (std::size_t row = 0; row < all_.rows.size(); ++row) {
      Descent::Row& here = all_.rows[row];
      const bool is_flat = here.kind == Descent::Row::Kind::lanes ||
                           (here.kind == Descent::Row::Kind::cells && trace_.arrays()[here.array].sides.size() <= 1);
      const bool is_again = is_flat && known.contains(here.array);
      std::int64_t least = INT64_MAX;
      for (const std::uint32_t n : by_row[row]) {
        const Descent::Node& node = all_.nodes[n];
        least = std::min(least, std::int64_t{node.index});
        for (const std::uint32_t source : node.sources)
          if (all_.nodes[source].row < row) ++wanted[row][all_.column_of(all_.nodes[source]) - node.index];
      }
      here.shift = -least;
      if (is_again) {
        here.shift = known[here.array];
      } else if (!wanted[row].empty()) {
        here.shift = most_wanted(wanted[row]);
      }
      if (is_flat) known[here.array] = here.shift;
      for (const std::uint32_t n : by_row[row]) {
        const std::int64_t column = all_.column_of(all_.nodes[n]);
        all_.first_column = first == 0 ? column : std::min(all_.first_column, column);
        all_.end_column = first == 0 ? column + 1 : std::max(all_.end_column, column + 1);
        ++first;
      }
    }
  }

  const Trace& trace_;
  const Order& order_;
  const Moments& moments_;
  Descent all_;
  std::vector<Lane> lanes_;
  std::uint64_t events_ = 0;
  std::map<Cell, std::uint32_t> cells_, loaded_, stored_;  // each with its node
  std::map<std::uint8_t, std::uint32_t> open_;             // by shared array: the row that may continue
  std::map<std::pair<Descent::Row::Kind, std::uint8_t>, std::uint32_t> memory_;
  std::map<std::pair<const Lane*, std::uint32_t>, std::uint32_t> exchanges_, shuffled_sums_;
  std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>>
      asked_;  // by row: threads, and the lanes that they read from
  std::uint32_t lanes_row_ = 0, lanes_row_step_ = UINT32_MAX, lanes_row_line_ = 0;
};

}  // namespace

Descent descent_of(const Replay& replay, std::size_t block) {
  if (!replay.trace().block(block).recorded()) return {};
  return Walk(replay, block).go();
}

}  // namespace tilescope
