#include "instrumentation/trace/file/trace_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/memory.h"
#include "instrumentation/trace/file/result.h"

namespace tilescope {

using namespace file;

namespace {

constexpr std::size_t kept_slabs = 0;
constexpr std::uint64_t least_event_bytes = 2 * sizeof(std::uint32_t);  // in a segment with many lanes

std::shared_ptr<EventPool> pool_of(const LoadOptions& options) {
  return options.pool ? options.pool : std::make_shared<EventPool>(kept_slabs);
}

EventMemory memory_of(const LoadOptions& options, Allowance& allowance) {
  return EventMemory(pool_of(options), [&] { allowance.take(EventPool::slab_bytes); });
}

}  // namespace

TraceFile::TraceFile(const std::string& path) : TraceFile(path, open_source(path)) {}
TraceFile::TraceFile(const std::string& name, Bytes bytes) : TraceFile(name, source_of(bytes)) {}

TraceFile::TraceFile(const std::string& name, std::unique_ptr<ByteSource> source) : chunks_(name, std::move(source)) {
  SectionReader launch = section(Section::launch);
  launch_ = read_launch(launch, chunks_.version(), old_);
  SectionReader machine = section(Section::machine);
  machine_ = read_machine(machine);
  SectionReader arrays = section(Section::arrays);
  arrays_ = read_arrays(arrays, chunks_.version());
  if (const std::string wrong = old_.wrong_with(arrays_); !wrong.empty()) arrays.refuse(wrong);
  old_.complete(launch_, arrays_);
  if (!chunks_.chunks_of(Section::fault).empty()) {
    SectionReader fault = section(Section::fault);
    fault_ = read_fault(fault, launch_);
  }
  groups_ = find_groups(chunks_, launch_, fault_.has_value());
}

SectionReader TraceFile::section(Section section) const {
  std::vector<std::size_t> chunks = chunks_.chunks_of(section);
  if (chunks.empty()) throw chunks_.header_error(fmt::format("the file has no section '{}'", name_of(section)));
  return {chunks_, std::move(chunks)};
}

Launch TraceFile::launch() const {
  Launch launch = launch_;
  if (!old_.has_matrices()) {
    SectionReader buffers = section(Section::buffers);
    launch.buffers = read_buffers(buffers, arrays_);
    return launch;
  }
  for (std::size_t n = 0; n < arrays_.size(); ++n)
    launch.buffers[n].bytes.resize(arrays_[n].space != Space::global
                                       ? 0
                                       : static_cast<std::size_t>(arrays_[n].elements()) * arrays_[n].element_bytes);
  for (const auto& [name, which] : {std::pair{"A", Section::matrix_a}, {"B", Section::matrix_b}}) {
    SectionReader in = section(which);
    const std::size_t array = OldProduct::number_of(arrays_, name);
    const std::uint64_t elements = old_.elements_of(name);
    if (array < arrays_.size())
      launch.buffers[array].bytes = read_matrix(in, elements, arrays_[array]);
    else
      static_cast<void>(read_floats(in, elements));
  }
  return launch;
}

std::string TraceFile::kernel_text() const {
  if (chunks_.chunks_of(Section::text).empty()) return "";
  SectionReader text = section(Section::text);
  return read_text(text);
}

std::string TraceFile::printed() const {
  if (chunks_.chunks_of(Section::printed).empty()) return "";
  SectionReader printed = section(Section::printed);
  return read_text(printed);
}

std::vector<PrintCall> TraceFile::said(std::uint64_t bytes, Allowance& allowance) const {
  if (chunks_.chunks_of(Section::said).empty()) return {};
  SectionReader said = section(Section::said);
  return read_said(said, launch_, bytes, [&](std::uint64_t taken) { allowance.take(taken); });
}

std::optional<std::vector<MaskMistake>> TraceFile::mask_mistakes(Allowance& allowance) const {
  if (chunks_.chunks_of(Section::masks).empty()) return std::nullopt;
  SectionReader masks = section(Section::masks);
  return read_mask_mistakes(masks, launch_, [&](std::uint64_t taken) { allowance.take(taken); });
}

Paths TraceFile::paths(Allowance& allowance) const {
  SectionReader in = section(Section::paths);
  return read_paths(in, chunks_.version(), arrays_, [&](std::uint64_t bytes) { allowance.take(bytes); });
}

std::uint64_t TraceFile::block_count() const {
  return groups_.empty() ? 0 : groups_.back().first_block + groups_.back().blocks;
}

// As the table says, with an upper limit against a corrupt table.
std::uint64_t TraceFile::event_count() const {
  constexpr std::uint64_t most = std::uint64_t{1} << 58;
  std::uint64_t events = 0;
  for (const Group& group : groups_) events = std::min(most, events + std::min(most, group.events));
  return events;
}

Trace TraceFile::load(const LoadOptions& options) const {
  const std::uint64_t memory = options.memory != 0 ? options.memory : usable_memory();
  const std::uint64_t events = event_count();
  if (events > memory / least_event_bytes)
    throw chunks_.header_error(fmt::format("its {} events need {}, but only {} may be used", events,
                                           in_words(events * least_event_bytes), in_words(memory)));
  Allowance allowance(chunks_, memory);
  Trace::Parts parts;
  parts.launch = launch();
  parts.kernel_text = kernel_text();
  parts.executor = machine_.executor;
  parts.backend = machine_.backend;
  parts.arrays = arrays_;
  parts.fault = fault_;
  const Paths paths = this->paths(allowance);
  parts.sites = paths.sites;
  parts.printed = printed();
  parts.said = said(parts.printed.size(), allowance);
  parts.mask_mistakes = mask_mistakes(allowance);
  parts.interleaved = !chunks_.chunks_of(Section::interleaved).empty();
  const auto take = [&](std::uint64_t bytes) { allowance.take(bytes); };
  const std::size_t c = old_.c(arrays_);
  std::optional<LeftReader> left;
  std::optional<OldResultReader> result;
  if (chunks_.version() > 2)
    left.emplace(section(Section::left), parts.launch, arrays_, take);
  else if (old_.elements_of_c() > 0 && c < arrays_.size())
    result.emplace(section(Section::result), old_.elements_of_c(), arrays_[c], c, arrays_);
  BlockReader blocks(chunks_, parts.launch, arrays_, paths, allowance);
  if (left) blocks.follow_left(left->followed());
  if (result && old_.has_matrices()) blocks.follow_left(result->followed());
  EventMemory of_events = memory_of(options, allowance);
  parts.blocks.reserve(block_count());
  for (const Group& group : groups_) blocks.read_group(group, of_events, parts.blocks);
  if (left || result) {
    Left whole = left ? left->take() : result->take();
    parts.left.assign(std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
  }
  parts.slabs = of_events.take_slabs();
  for (std::size_t chunk = 0; chunk < chunks_.entries().size(); ++chunk)
    if (const Section of = chunks_.entries()[chunk].section; !is_read(of) || (of == Section::result && !result))
      chunks_.verify(chunk);
  return Trace(std::move(parts));
}

LoadedBlock TraceFile::block(std::uint64_t number, const LoadOptions& options) const {
  if (number >= block_count())
    throw UsageError(fmt::format("block {}: this trace has {} blocks", number, block_count()));
  const auto group = std::prev(std::upper_bound(groups_.begin(), groups_.end(), number,
                                                [](std::uint64_t n, const Group& of) { return n < of.first_block; }));
  Allowance allowance(chunks_, options.memory != 0 ? options.memory : usable_memory());
  const Launch launch = this->launch();
  const Paths paths = this->paths(allowance);
  BlockReader blocks(chunks_, launch, arrays_, paths, allowance);
  EventMemory of_events = memory_of(options, allowance);
  LoadedBlock loaded;
  loaded.sites = paths.sites;
  loaded.block = blocks.read_one(*group, static_cast<std::uint32_t>(number - group->first_block), of_events);
  loaded.slabs = of_events.take_slabs();
  return loaded;
}

}  // namespace tilescope
