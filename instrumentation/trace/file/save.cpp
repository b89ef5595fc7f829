#include <fmt/format.h>

#include "instrumentation/trace/file/block_writer.h"
#include "instrumentation/trace/file/particulars.h"
#include "instrumentation/trace/file/path_finder.h"
#include "instrumentation/trace/file/result.h"
#include "instrumentation/trace/file/trace_file.h"

namespace tilescope {

namespace {

using namespace file;

void require_keepable(const Trace& trace) {
  const Launch& l = trace.launch();
  std::string wrong = wrong_with(l);
  if (wrong.empty()) wrong = wrong_with(trace.arrays());
  for (std::size_t n = 0; n < trace.arrays().size(); ++n) {
    const ArrayInfo& array = trace.arrays()[n];
    const auto bytes = static_cast<std::uint64_t>(array.elements()) * array.element_bytes;
    if (wrong.empty() && !trace.left(n).empty() && (array.space != Space::global || trace.left(n).size() != bytes))
      wrong = fmt::format("the results of {} have another size", array.name);
  }
  bool printable = is_printable(l.kernel) && is_printable(trace.executor());
  for (const ArrayInfo& array : trace.arrays()) printable = printable && is_printable(array.name);
  for (const Buffer& buffer : l.buffers) printable = printable && is_printable(buffer.fill);
  if (trace.fault()) printable = printable && is_printable(trace.fault()->message);
  if (wrong.empty() && !printable) wrong = "a name with unprintable characters";
  if (!wrong.empty()) throw Error(fmt::format("{}: this trace cannot be saved: {}", l.kernel, wrong));
}

// Pads the file if it has more blocks than a small file may make a reader hold.
void write_room(std::uint64_t blocks, ChunkWriter& chunks) {
  if (blocks <= free_blocks) return;
  const std::vector<Byte> nothing(SectionWriter::chunk_bytes);
  for (std::uint64_t left = (blocks - free_blocks) * room_per_block; left > 0;) {
    const std::uint64_t some = std::min<std::uint64_t>(left, nothing.size());
    chunks.add(Section::room, 0, Bytes(nothing).first(some));
    left -= some;
  }
}

}  // namespace

void require_writable(const std::string& path) { const ReplacingFile file(path); }

std::uint64_t save(const Trace& trace, const std::string& path) {
  require_keepable(trace);
  ReplacingFile file(path);
  const PathFinder finder(trace);
  ChunkWriter chunks(file);
  const auto section = [&](Section which) { return SectionWriter(chunks, which); };

  SectionWriter launch = section(Section::launch);
  write_launch(trace.launch(), launch);
  SectionWriter machine = section(Section::machine);
  write_machine({trace.backend(), trace.executor()}, machine);
  SectionWriter arrays = section(Section::arrays);
  write_arrays(trace.arrays(), arrays);
  if (trace.fault()) {
    SectionWriter fault = section(Section::fault);
    write_fault(*trace.fault(), fault);
  }
  SectionWriter text = section(Section::text);
  write_text(trace.kernel_text(), text);
  if (!trace.printed().empty()) {
    SectionWriter printed = section(Section::printed);
    write_text(trace.printed(), printed);
  }
  if (!trace.said().empty()) {
    SectionWriter said(chunks, Section::said, 0);
    write_said(trace.said(), said);
  }
  if (trace.mask_mistakes() && trace.has_masks()) {
    SectionWriter masks(chunks, Section::masks, 0);
    write_mask_mistakes(*trace.mask_mistakes(), masks);
  }
  if (trace.interleaved()) {
    SectionWriter interleaved(chunks, Section::interleaved, 0);
    interleaved.number<std::uint8_t>(1);
    interleaved.flush();
  }
  SectionWriter buffers = section(Section::buffers);
  write_buffers(trace.launch().buffers, buffers);
  SectionWriter paths = section(Section::paths);
  write_paths(finder.paths(), paths);
  Left left(trace.arrays().size());
  for (std::size_t n = 0; n < left.size(); ++n)
    if (!trace.left(n).empty()) left[n] = before_stores(trace.launch(), trace.arrays(), n);
  BlockWriter(trace, finder, chunks, left).write_all();
  SectionWriter result = section(Section::left);
  write_left(trace, left, result);
  write_room(trace.block_count(), chunks);

  const std::uint64_t bytes = chunks.finish();
  file.take_place();
  return bytes;
}

}  // namespace tilescope
