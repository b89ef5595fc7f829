#include "instrumentation/executors/cuda/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "instrumentation/device_text/write.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/machine/block/said.h"

namespace tilescope::cuda {

namespace {

bool are_zeros(const std::vector<std::byte>& bytes) {
  return bytes[0] == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

using device_text::Given;
using device_text::There;
using machine::Array;

std::uint32_t line_of_print(const machine::Code& code, std::uint32_t print) {
  for (std::size_t n = 0; n < code.instructions.size(); ++n)
    if (code.instructions[n].op == machine::Op::print && code.instructions[n].what == print) return code.lines[n];
  return 0;
}

constexpr std::uint32_t said_words = 1U << 20;
constexpr std::uint64_t most_declared_shared = 48 * 1024;

// From this number on, sources that take longer to compile are worth it.
constexpr std::uint64_t many_threads = 1U << 15;

There::Stray stray_rule(OutOfBounds wanted) {
  switch (wanted) {
    case OutOfBounds::zero: return There::zero;
    case OutOfBounds::stale: return There::stale;
    case OutOfBounds::touch: return There::touch;
    case OutOfBounds::poison: break;
  }
  return There::poison;
}

std::vector<SiteWord> site_words(const std::vector<Site>& sites) {
  std::vector<SiteWord> words;
  for (const Site& site : sites)
    words.push_back({static_cast<std::uint32_t>(site.kind), site.array, site.stray_store ? 1U : 0U, 0});
  return words;
}

static_assert(sizeof(Tallies) == count_kinds * sizeof(device_text::Counted));

}  // namespace

DeviceRun::DeviceRun(std::string name, std::shared_ptr<const machine::Prepared> prepared, machine::Launch shape,
                     std::optional<Launch> launch)
    : name_(std::move(name)),
      prepared_(std::move(prepared)),
      code_(prepared_->code()),
      given_(std::move(shape)),
      launch_(std::move(launch)),
      firsts_(code_.arrays.size()),
      arrays_(code_.arrays.size()),
      copies_(code_.arrays.size()),
      sites_(std::span<const SiteWord>(site_words(code_.sites))),
      words_behind_(row_shape(code_).words() - 2),
      stuck_(4),
      said_(code_.prints.empty() ? 0 : said_words) {
  if (code_.shared_bytes > most_declared_shared)
    throw GpuError(fmt::format("{} declares {} bytes of static shared memory, but a GPU allows at most {}", name_,
                               code_.shared_bytes, most_declared_shared));
  for (std::size_t n = 0; n < firsts_.size(); ++n)
    if (code_.arrays[n].space == Space::global) firsts_[n] = first_of(n);
  constexpr std::uint64_t large = std::uint64_t{1} << 31;
  const bool is_any_large = std::ranges::any_of(firsts_, [](const First& first) { return first.size() >= large; });
  texts_ = KernelTexts::of(name_, prepared_, given_.block, stray_rule(given_.out_of_bounds), is_any_large);
  for (const std::shared_ptr<Module>& next : {texts_->recorded(is_large()), texts_->recorded_wide()})
    if (!next->is_prepared())
      ahead_.emplace_back([next] {
        try {
          next->prepare();
        } catch (const Error&) {  // a later use reports it
        }
      });
  for (std::size_t n = 0; n < arrays_.size(); ++n) {
    if (code_.arrays[n].space != Space::global) continue;
    arrays_[n] = Memory<std::byte>(std::max<std::size_t>(firsts_[n].size(), 1));
    give(n, arrays_[n]);
  }
  stuck_.clear();
}

DeviceRun::DeviceRun(const RecordedKernel& kernel, const Launch& launch)
    : DeviceRun(kernel.name, kernel.prepared, machine_shape(kernel, launch), std::optional(launch)) {
  require_declared_sides(kernel, launch);
}

bool DeviceRun::is_of(const RecordedKernel& kernel, const Launch& launch) const {
  if (!launch_ || !is_of_now() || prepared_ != kernel.prepared || name_ != kernel.name) return false;
  const machine::Launch shape = machine_shape(kernel, launch);
  return shape.grid == given_.grid && shape.block == given_.block && shape.scalars == given_.scalars &&
         shape.dynamic_shared_bytes == given_.dynamic_shared_bytes && shape.out_of_bounds == given_.out_of_bounds &&
         shape.most_rounds == given_.most_rounds &&
         std::ranges::equal(launch.buffers, launch_->buffers,
                            [](const Buffer& a, const Buffer& b) { return a.fill == b.fill && a.bytes == b.bytes; });
}

void DeviceRun::rest() {
  for (Memory<std::byte>& copy : copies_) copy = {};
  tallies_ = {};
  most_events_ = {};
  ways_ = {};
}

std::uint64_t DeviceRun::bytes() const {
  std::uint64_t bytes =
      room_.events.size() * sizeof(NarrowEvent) + (room_.more.size() + said_.size()) * sizeof(std::uint32_t);
  for (const Memory<std::byte>& array : arrays_) bytes += array.size();
  return bytes;
}

DeviceRun::~DeviceRun() = default;

// Judged by the number of threads: for a large launch, counting takes longer than compiling.
bool DeviceRun::is_large() const { return given_.blocks() * given_.threads() > many_threads; }

// Zeros are created on the GPU, because there may be many.
DeviceRun::First DeviceRun::first_of(std::size_t array) const {
  if (launch_ && array < launch_->buffers.size() && !std::as_const(launch_->buffers[array].bytes).empty()) {
    const Buffer& buffer = launch_->buffers[array];
    if (buffer.fill == "zeros" && are_zeros(buffer.bytes)) return {{}, buffer.bytes.size()};
    return {buffer.bytes};
  }
  const bool is_given = array < given_.arrays.size() && !given_.arrays[array].empty();
  return {is_given ? given_.arrays[array] : code_.arrays[array].first};
}

void DeviceRun::give(std::size_t array, Memory<std::byte>& to) const {
  if (firsts_[array].zeros > 0)
    fill_with_zeros(to.data(), firsts_[array].zeros);
  else
    to.upload(firsts_[array].bytes);
}

std::uint64_t DeviceRun::bytes_of(std::size_t array) const {
  const Array& of = code_.arrays[array];
  if (of.space == Space::global) return firsts_[array].size();
  return of.dynamic ? given_.dynamic_shared_bytes : of.bytes;
}

std::uint32_t DeviceRun::cell_bytes(std::size_t array) const {
  std::uint32_t bytes = 0;
  for (const Site& site : code_.sites) {
    const bool accesses = site.kind <= Kind::shared_store || site.kind == Kind::atomic;
    if (site.array != array || !accesses) continue;
    if (bytes != 0 && bytes != site.bytes) return 0;
    bytes = site.bytes;
  }
  return bytes;
}

void DeviceRun::reset() {
  if (!std::exchange(is_changed_, false)) return;
  for (std::size_t n = 0; n < arrays_.size(); ++n)
    if (code_.arrays[n].space == Space::global && code_.arrays[n].is_written) give(n, arrays_[n]);
}

void DeviceRun::reset_copies() {
  for (std::size_t n = 0; n < arrays_.size(); ++n) {
    if (code_.arrays[n].space != Space::global || !code_.arrays[n].is_written) continue;
    if (copies_[n].size() != arrays_[n].size()) copies_[n] = Memory<std::byte>(arrays_[n].size());
    give(n, copies_[n]);
  }
}

Matrices DeviceRun::matrices_to_compare(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (const std::uint32_t factor : {a, b})
    if (code_.arrays[factor].is_written) give(factor, arrays_[factor]);
  const auto matrix = [&](std::uint32_t n) { return reinterpret_cast<float*>(arrays_[n].data()); };
  return {matrix(a), matrix(b), matrix(c)};
}

There DeviceRun::there(bool copies) {
  There there{};
  std::copy(given_.grid.begin(), given_.grid.end(), there.grid);
  there.dynamic_bytes = given_.dynamic_shared_bytes;
  there.rounds = given_.most_rounds;
  there.stuck = stuck_.data();
  there.said = said_.data();
  there.said_words = static_cast<std::uint32_t>(said_.size()) - (said_.size() > 0 ? 1 : 0);
  if (said_.size() > 0) fill_with_zeros(said_.data(), sizeof(std::uint32_t));
  there.ways = ways_.size() > 0 ? ways_.data() : nullptr;
  if (copies) reset_copies();
  return there;
}

// Builds what the source calls its Data: its arrays in global memory, and the scalars.
void DeviceRun::start(Module& module, There& there, bool copies, const std::string& what) {
  const std::vector<std::uint32_t> given = device_text::given_arrays(code_);
  std::vector<std::byte> data(std::max<std::size_t>(given.size(), 1) * sizeof(Given) +
                              std::max<std::size_t>(code_.scalars.size(), 1) * sizeof(std::uint64_t));
  for (std::size_t n = 0; n < given.size(); ++n) {
    const Memory<std::byte>& of = copies && code_.arrays[given[n]].is_written ? copies_[given[n]] : arrays_[given[n]];
    const Given array{reinterpret_cast<unsigned char*>(of.data()), bytes_of(given[n]),
                      given[n] < owners_.size() ? owners_[given[n]].data() : nullptr};
    std::memcpy(data.data() + n * sizeof(Given), &array, sizeof array);
  }
  std::byte* const scalars = data.data() + std::max<std::size_t>(given.size(), 1) * sizeof(Given);
  for (std::size_t n = 0; n < given_.scalars.size(); ++n)
    std::memcpy(scalars + n * sizeof(std::uint64_t), &given_.scalars[n], sizeof(std::uint64_t));
  const Function function = module.function("recorded");
  allow_shared_memory(function, given_.dynamic_shared_bytes, name_);
  running_ = what;
  is_changed_ = is_changed_ || !copies;
  void* arguments[] = {&there, data.data()};
  const auto [grid, block] = device_text::shape_there(code_, given_.grid, given_.block);
  check(driver().launch_kernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                               given_.dynamic_shared_bytes, nullptr, arguments, nullptr),
        what);
}

void DeviceRun::start_plain() {
  running_ = fmt::format("running {}", name_);
  is_changed_ = true;
  if (!plain_) plain_ = std::make_unique<PlainKernel>(name_, prepared_, given_);
  std::vector<void*> arrays;
  for (const Memory<std::byte>& array : arrays_) arrays.push_back(array.data());
  plain_->start(arrays);
}

void DeviceRun::start_bare() {
  There there = this->there(false);
  start(*texts_->bare(), there, false, fmt::format("running {}", name_));
}

void DeviceRun::start_counting() {
  if (tallies_.size() == 0) {
    tallies_ = Memory<Tallies>(blocks() * rows());
    most_events_ = Memory<std::uint32_t>(blocks());
  }
  tallies_.clear();
  most_events_.clear();
  There there = this->there(false);
  there.counts = reinterpret_cast<device_text::Counted*>(tallies_.data());
  there.most_events = most_events_.data();
  start(*texts_->counted(is_large()), there, false, fmt::format("counting the accesses of {}", name_));
}

void DeviceRun::start_finding_ways() {
  expect_ways();
  owners_.resize(arrays_.size());
  for (std::size_t n = 0; n < arrays_.size(); ++n) {
    const std::uint32_t bytes = cell_bytes(n);
    if (code_.arrays[n].space != Space::global || !code_.arrays[n].is_written || bytes == 0) continue;
    owners_[n] = Memory<std::uint32_t>(std::max<std::uint64_t>(bytes_of(n) / bytes, 1));
    owners_[n].clear();
  }
  There there = this->there(false);
  start(*texts_->ways(is_large()), there, false, fmt::format("finding the conflicts of {}", name_));
}

void DeviceRun::expect_ways() {
  if (ways_.size() == 0) ways_ = Memory<device_text::BlockWay>(blocks());
  ways_.clear();
}

void DeviceRun::make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns,
                          std::uint32_t capacity, std::uint32_t event_bytes, bool with_all) {
  room_.event_bytes = event_bytes;
  room_.capacity = room_.wide() ? capacity : capacity + capacity % 2;
  room_.pairs = KernelTexts::stands_in_pairs(code_, event_bytes);
  choose_blocks(slot_of_block);
  room_.made = Memory<std::uint32_t>(columns);
  room_.paths = Memory<std::uint64_t>(columns);
  room_.indices = Memory<std::uint64_t>(room_.thin() ? columns : 0);
  const std::uint64_t wanted = (columns * room_.capacity * event_bytes + sizeof(NarrowEvent) - 1) / sizeof(NarrowEvent);
  const std::uint64_t more = with_all ? columns * room_.capacity * words_behind_ : 0;
  room_.more = Memory<std::uint32_t>();
  if (wanted > room_.events.size()) {
    room_.events = Memory<NarrowEvent>();  // frees the old ones first
    room_.events = Memory<NarrowEvent>(wanted);
  }
  if (more > 0) room_.more = Memory<std::uint32_t>(more);
}

void DeviceRun::choose_blocks(const std::vector<std::uint32_t>& slot_of_block) {
  slot_of_block_ = Memory<std::uint32_t>(std::span<const std::uint32_t>(slot_of_block));
}

void DeviceRun::start_recording() { start_recording(false); }

void DeviceRun::start_recording_again() { start_recording(true); }

void DeviceRun::start_recording(bool copies) {
  There there = this->there(copies);
  there.slot_of_block = slot_of_block_.data();
  there.events = reinterpret_cast<unsigned char*>(room_.events.data());  // null: events are only counted
  there.more = room_.more.data();
  there.capacity = room_.capacity;
  there.made = room_.made.data();
  there.paths = reinterpret_cast<unsigned long long*>(room_.paths.data());
  there.indices = reinterpret_cast<unsigned long long*>(room_.indices.data());
  const bool fast =
      room_.made.size() * room_.capacity > many_events || (!room_.wide() && !room_.thin() && has_fast_text());
  start(room_.wide()   ? *texts_->recorded_wide()
        : room_.thin() ? *texts_->recorded_thin(fast)
                       : *texts_->recorded(fast),
        there, copies, fmt::format("recording {}", name_));
}

// True if the fast source is compiled, for example in advance, while other kernels of the launch ran.
bool DeviceRun::has_fast_text() const { return texts_->recorded(true)->is_prepared(); }

DeviceRun::Columns DeviceRun::record_columns(std::span<const std::uint32_t> blocks,
                                             std::span<const std::uint32_t> column_of_thread,
                                             const Memory<WideEvent>& events, std::uint32_t capacity) {
  const Memory<std::uint32_t> slot_of_block = slots_of(blocks);
  const Memory<std::uint32_t> columns(column_of_thread);
  const Memory<std::uint32_t> made(column_of_thread.size());
  const Memory<std::uint64_t> paths(column_of_thread.size());
  There there = this->there(true);
  there.slot_of_block = slot_of_block.data();
  there.column_of_thread = columns.data();
  there.events = reinterpret_cast<unsigned char*>(events.data());
  there.capacity = capacity;
  there.made = made.data();
  there.paths = reinterpret_cast<unsigned long long*>(paths.data());
  start(*texts_->recorded_wide(), there, true, fmt::format("recording paths of {}", name_));
  finish();
  return {paths.download(), made.download()};
}

Memory<std::uint32_t> DeviceRun::slots_of(std::span<const std::uint32_t> blocks) const {
  std::vector<std::uint32_t> slots(given_.blocks(), There::none);
  for (std::uint32_t slot = 0; slot < blocks.size(); ++slot) slots[blocks[slot]] = slot;
  return Memory<std::uint32_t>(std::span<const std::uint32_t>(slots));
}

DeviceRun::Again DeviceRun::record_again(std::span<const std::uint32_t> blocks, std::uint32_t capacity) {
  const Memory<std::uint32_t> slot_of_block = slots_of(blocks);
  const std::uint64_t columns = blocks.size() * threads();
  Again again{Memory<NarrowEvent>(columns * capacity), Memory<std::uint32_t>(columns), Memory<std::uint64_t>(columns),
              KernelTexts::stands_in_pairs(code_, sizeof(NarrowEvent))};
  There there = this->there(true);
  there.slot_of_block = slot_of_block.data();
  there.events = reinterpret_cast<unsigned char*>(again.events.data());
  there.capacity = capacity;
  there.made = again.made.data();
  there.paths = reinterpret_cast<unsigned long long*>(again.paths.data());
  start(*texts_->recorded(is_large()), there, true, fmt::format("recording indices of {}", name_));
  finish();
  return again;
}

void DeviceRun::finish() {
  wait(running_);
  owners_.clear();
  std::uint32_t stuck[4];
  stuck_.download(0, std::size(stuck), stuck);
  if (stuck[0] == 0) return;
  stuck_.clear();
  const std::uint32_t block = stuck[1], thread = stuck[2];
  std::string why = fmt::format("is still in a loop after {} iterations", given_.most_rounds);
  if (stuck[0] == There::misaligned)
    why = fmt::format("accesses a misaligned address on line {}", stuck[3]);
  if (stuck[0] == There::failed_assert) why = fmt::format("failed the assertion on line {}", stuck[3]);
  const auto sides = [](const std::array<std::uint32_t, 3>& of) { return Size2{of[0], of[1] * of[2]}; };
  throw GpuError(fmt::format("{}: thread {} of block {} {}", name_, place_among(sides(given_.block), thread),
                             place_among(sides(given_.grid), block), why));
}

void DeviceRun::fetch_counts() {
  tallies_of_block_ = std::make_shared<const std::vector<Tallies>>(tallies_.download());
  most_events_of_block_ = most_events_.download();
}

BlockTallies DeviceRun::tallies(std::size_t block) const { return {tallies_of_block_, block * rows(), rows()}; }

std::vector<LeftBytes> DeviceRun::room_for_arrays(bool whole) const {
  std::vector<LeftBytes> room(arrays_.size());
  for (std::size_t n = 0; n < arrays_.size(); ++n)
    if (code_.arrays[n].space == Space::global && code_.arrays[n].is_written)
      room[n] = whole ? LeftBytes(std::vector<std::byte>(firsts_[n].size())) : LeftBytes::zeros(firsts_[n].size());
  return room;
}

std::vector<LeftBytes> DeviceRun::arrays(std::vector<LeftBytes> room) const {
  for (std::size_t n = 0; n < arrays_.size(); ++n) {
    if (code_.arrays[n].space != Space::global) continue;
    if (code_.arrays[n].is_written)
      bring_written(n, room[n].to_fill());
    else if (!launch_)
      room[n] = std::vector<std::byte>(firsts_[n].bytes.begin(), firsts_[n].bytes.end());
  }
  return room;
}

// Of zeros, copies only the parts that were overwritten: few blocks write little of a large array.
void DeviceRun::bring_written(std::size_t array, std::span<std::byte> to) const {
  constexpr std::uint32_t part = 1U << 16;
  const Memory<std::byte>& from = arrays_[array];
  const std::uint64_t parts = (to.size() + part - 1) / part;
  if (firsts_[array].zeros == 0 || parts < 16) return from.download(0, to.size(), to.data());
  Memory<std::uint32_t> written(parts);
  written.clear();
  cuda::start(own_function("written", "tell_written"), {static_cast<unsigned>(parts)}, {256}, 0,
              "starting to look for written elements", reinterpret_cast<const unsigned char*>(from.data()),
              std::uint64_t{to.size()}, part, written.data());
  wait("looking for written elements");
  const std::vector<std::uint32_t> is_written = written.download();
  for (std::uint64_t first = 0; first < parts;) {
    std::uint64_t end = first;
    while (end < parts && is_written[end] != 0) ++end;
    const std::uint64_t at = first * part, count = std::min<std::uint64_t>(end * part, to.size()) - at;
    if (end > first) from.download(at, count, to.data() + at);
    first = std::max(end, first + 1);
  }
}

// By block and thread, each in its own order of calls.
void DeviceRun::take_printed(machine::Ran& ran) const {
  if (said_.size() == 0) return;
  const std::vector<std::uint32_t> words = said_.download();
  struct Print {
    std::uint32_t block, thread, print, at;
  };
  std::vector<Print> all;
  for (std::uint32_t at = 1; at + 3 <= std::min<std::uint64_t>(std::uint64_t{words[0]} + 1, words.size());) {
    const std::uint32_t print = words[at];
    if (print >= code_.prints.size()) break;
    const std::uint32_t end = at + 3 + 2 * static_cast<std::uint32_t>(code_.prints[print].arguments.size());
    if (end > words.size()) break;
    all.push_back({words[at + 1], words[at + 2], print, at + 3});
    at = end;
  }
  std::stable_sort(all.begin(), all.end(), [](const Print& a, const Print& b) {
    return a.block != b.block ? a.block < b.block : a.thread < b.thread;
  });
  for (const Print& said : all) {
    const machine::Print& print = code_.prints[said.print];
    const std::string text = machine::text_of(
        print, [&](std::size_t n) { return words[said.at + 2 * n] | std::uint64_t{words[said.at + 2 * n + 1]} << 32; });
    ran.printed += text;
    ran.said.push_back({said.block, said.thread, PrintCall::unknown, line_of_print(code_, said.print), text.size()});
  }
}

}  // namespace tilescope::cuda
