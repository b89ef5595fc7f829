#include "app/explain/console.h"

#include <algorithm>
#include <string_view>

namespace tilescope {

namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};

// The moment after the thread's first `events` events.
void find_moment(SaidLine& line, const Replay& replay, std::uint32_t events) {
  const Trace& trace = replay.trace();
  if (line.block >= trace.block_count() || !trace.block(line.block).recorded()) return;
  if (events > trace.events(line.block, line.thread).size()) return;
  line.moment = events == 0 ? 0 : replay.moments().after(line.block, line.thread, events - 1);
  if (events > 0) line.step = replay.moments().step_of(line.block, line.thread, events - 1);
}

// Splits text into printed lines; text without a final newline is a line as well.
void split(std::vector<SaidLine>& lines, SaidLine line, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    line.text = std::string(text.substr(0, end));
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

void add_fault(std::vector<SaidLine>& lines, const Replay& replay) {
  const Trace& trace = replay.trace();
  const auto& fault = trace.fault();
  if (!fault || fault->kind != Fault::Kind::failed_assert || fault->threads.empty()) return;
  const Fault::ThreadPlace& place = fault->threads.front();
  SaidLine line;
  line.block = std::uint64_t{fault->block_y} * trace.launch().grid.x + fault->block_x;
  line.thread = place.thread_y * trace.launch().block.x + place.thread_x;
  line.line = place.line;
  line.is_fault = true;
  if (line.block < trace.block_count() && trace.block(line.block).recorded())
    find_moment(line, replay, static_cast<std::uint32_t>(trace.events(line.block, line.thread).size()));
  line.text = fault->message;
  lines.push_back(line);
}

}  // namespace

std::vector<SaidLine> said_lines(const Replay& replay) {
  const Trace& trace = replay.trace();
  std::vector<SaidLine> lines;
  std::string_view left = trace.printed();
  for (const PrintCall& said : trace.said()) {
    SaidLine line;
    line.block = said.block;
    line.thread = said.thread;
    line.line = said.line;
    if (said.events != PrintCall::unknown) find_moment(line, replay, said.events);
    split(lines, line, left.substr(0, said.bytes));
    left.remove_prefix(std::min<std::size_t>(said.bytes, left.size()));
  }
  split(lines, {}, left);
  add_fault(lines, replay);
  std::stable_sort(lines.begin(), lines.end(), [](const SaidLine& a, const SaidLine& b) {
    return a.moment.value_or(never) < b.moment.value_or(never);
  });
  return lines;
}

std::size_t said_until(const std::vector<SaidLine>& lines, std::uint64_t moment) {
  return static_cast<std::size_t>(
      std::partition_point(lines.begin(), lines.end(),
                           [moment](const SaidLine& line) { return line.moment && *line.moment <= moment; }) -
      lines.begin());
}

}  // namespace tilescope
