// Executes the notes in watched code. A thread's variables are captured before each possible event, and at the end of
// the statement of its last event; whichever comes first is final.
#include <algorithm>

#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

void Block::note(const Note& note) {
  const std::uint32_t line = code_.lines[front_.at] + 1;
  switch (note.kind) {
    case Note::Kind::telling: each_lane([&](std::uint32_t lane) { note_telling(lane, 1); }); break;
    case Note::Kind::waiting: each_lane([&](std::uint32_t lane) { note_telling(lane, 2); }); break;
    case Note::Kind::ended: each_lane([&](std::uint32_t lane) { note_end(lane, note.what); }); break;
    case Note::Kind::finished:
      each_lane([&](std::uint32_t lane) {
        watching_->threads[lane].last = front_.at;
        finish_watching(watching_->threads[lane]);
      });
      break;
    case Note::Kind::declared: set_places(note.what, note.count, 0); break;
    case Note::Kind::set: set_places(note.what, note.count, line); break;
    case Note::Kind::set_row: {
      const Row& row = code_.rows[note.slot.number()];
      const std::uint32_t word = word_of(row);
      each_lane([&](std::uint32_t lane) { set_local(lane, row.local, std::uint64_t{word} * 4, 4); });
      break;
    }
    case Note::Kind::stored: note_stored(code_.accesses[note.what]); break;
    case Note::Kind::stored_by: note_stored(code_.atomics[note.what].access); break;
  }
  if (watching_->left == 0 && watching_->stops) stopped_ = true;
}

// Up to `events` events may follow. At a barrier there are two, and the capture before them is valid for both.
void Block::note_telling(std::uint32_t lane, std::uint32_t events) {
  Watching::Thread& thread = watching_->threads[lane];
  thread.last = front_.at;
  const std::uint32_t number = recorder_.numbers()[lane];
  while (!thread.done && number > thread.moment) end_watching(thread);
  if (thread.done) return;
  if (number + events > thread.moment) take_variables(lane, front_.at);
  if (number > thread.told_number) thread.teller = thread.told_at;
  thread.told_at = front_.at;
  thread.told_number = number;
}

void Block::note_end(std::uint32_t lane, std::uint32_t statement) {
  Watching::Thread& thread = watching_->threads[lane];
  thread.last = front_.at;
  const std::uint32_t number = recorder_.numbers()[lane];
  while (!thread.done && number > thread.moment) end_watching(thread);
  if (!thread.done && number == thread.moment) {
    const std::uint32_t teller = number > thread.told_number ? thread.told_at : thread.teller;
    if (teller != Watching::nowhere && code_.watched.statements[teller] == statement) end_watching(thread);
  }
  if (watching_->passes) pass_watching(lane, number);
}

// The variables captured for the next moment stay unchanged.
void Block::pass_watching(std::uint32_t lane, std::uint32_t number) {
  Watching::Thread& thread = watching_->threads[lane];
  const std::vector<Watching::Held> held = std::move(thread.held);
  const std::uint32_t at = thread.at;
  take_variables(lane, front_.at);
  watching_->passes(lane, thread, number);
  thread.held = held;
  thread.at = at;
}

// If the event has happened, the capture before it is final; otherwise the current values are. If all moments are
// watched, moves on to the next one.
void Block::end_watching(Watching::Thread& thread) {
  if (thread.done) return;
  const auto lane = static_cast<std::uint32_t>(&thread - watching_->threads.data());
  if (recorder_.numbers()[lane] <= thread.moment || thread.at == Watching::nowhere) take_variables(lane, thread.last);
  if (watching_->stands) {
    watching_->stands(lane, thread);
    ++thread.moment;
    thread.at = Watching::nowhere;
    return;
  }
  thread.done = true;
  --watching_->left;
}

void Block::finish_watching(Watching::Thread& thread) {
  if (!watching_->stands || thread.done) return end_watching(thread);
  const auto lane = static_cast<std::uint32_t>(&thread - watching_->threads.data());
  while (thread.moment <= recorder_.numbers()[lane] + 1) end_watching(thread);  // and once more, for its end
  thread.done = true;
  --watching_->left;
}

void Block::end_watching() {
  for (Watching::Thread& thread : watching_->threads) finish_watching(thread);
}

void Block::set_places(std::uint32_t first, std::uint32_t count, std::uint32_t line) {
  each_lane([&](std::uint32_t lane) {
    for (std::uint32_t place = first; place < first + count; ++place)
      watching_->places[std::size_t{place} * watching_->lanes + lane] = line;
  });
}

void Block::note_stored(const Access& access) {
  each_lane([&](std::uint32_t lane) {
    const Where to = where(access, lane);
    if (to.inside && local_of_[to.array] != anywhere)
      set_local(lane, local_of_[to.array], static_cast<std::uint64_t>(to.byte), bytes_of(access.cell));
  });
}

void Block::set_local(std::uint32_t lane, std::uint32_t local, std::uint64_t byte, std::uint32_t bytes) {
  if (local >= code_.watched.locals.size() || byte + bytes > std::uint64_t{code_.locals[local].words} * 4) return;
  const WatchedLocal& to = code_.watched.locals[local];
  if (to.first == anywhere) return;
  const std::uint32_t first = to.first + static_cast<std::uint32_t>(byte / to.unit);
  for (std::uint32_t n = 0; n < std::max(bytes / to.unit, 1U); ++n)
    watching_->places[std::size_t{first + n} * watching_->lanes + lane] = code_.lines[front_.at] + 1;
}

void Block::take_variables(std::uint32_t lane, std::uint32_t at) {
  Watching::Thread& thread = watching_->threads[lane];
  thread.at = at;
  thread.held.clear();
  for (std::size_t n = 0; n < code_.watched.variables.size(); ++n) {
    const WatchedVariable& variable = code_.watched.variables[n];
    if (at < variable.from || at >= variable.to || watching_->leaves_out(n)) continue;
    for (const WatchedLeaf& leaf : variable.leaves)
      thread.held.push_back(
          {bits_of(leaf, lane), watching_->places[std::size_t{leaf.place} * watching_->lanes + lane]});
  }
}

std::uint64_t Block::bits_of(const WatchedLeaf& leaf, std::uint32_t lane) {
  switch (leaf.home) {
    case WatchedLeaf::Home::known: return leaf.bits;
    case WatchedLeaf::Home::slot: return get(leaf.slot, leaf.number, lane);
    case WatchedLeaf::Home::memory:
      return read({leaf.array, static_cast<std::int64_t>(leaf.bits), true}, leaf.cell, lane);
    case WatchedLeaf::Home::pointer: break;
  }
  const std::uint64_t of_lane = get(leaf.slot, leaf.wide ? Number::i64 : Number::i32, lane);
  const auto units = static_cast<std::int64_t>(leaf.bits + get(leaf.uniform, Number::i64, lane)) +
                     (leaf.wide ? static_cast<std::int64_t>(of_lane) : static_cast<std::int32_t>(of_lane));
  return Address{leaf.array, units * code_.units[leaf.array]}.bits();
}

}  // namespace tilescope::machine
