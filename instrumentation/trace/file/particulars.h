// The sections that say what was launched, with which inputs, and how it ended: all of a trace except its events.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/file/old_product.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// Without the buffers.
void write_launch(const Launch& launch, SectionWriter& out);
[[nodiscard]] Launch read_launch(SectionReader& in, std::uint16_t version, OldProduct& old);

// What differs between a recording on the CPU and one on a GPU, apart from the clocks.
struct Machine {
  Backend backend = Backend::cpu;
  std::string executor;
};
void write_machine(const Machine& machine, SectionWriter& out);
[[nodiscard]] Machine read_machine(SectionReader& in);

void write_text(const std::string& text, SectionWriter& out);
[[nodiscard]] std::string read_text(SectionReader& in);

// Which thread printed which part of the output, and when. Entries that contradict the launch or the text are rejected.
void write_said(const std::vector<PrintCall>& said, SectionWriter& out);
[[nodiscard]] std::vector<PrintCall> read_said(SectionReader& in, const Launch& launch, std::uint64_t bytes,
                                               const std::function<void(std::uint64_t)>& take);

// Calls with wrong masks.
void write_mask_mistakes(const std::vector<MaskMistake>& mistakes, SectionWriter& out);
[[nodiscard]] std::vector<MaskMistake> read_mask_mistakes(SectionReader& in, const Launch& launch,
                                                          const std::function<void(std::uint64_t)>& take);

void write_arrays(const std::vector<ArrayInfo>& arrays, SectionWriter& out);
[[nodiscard]] std::vector<ArrayInfo> read_arrays(SectionReader& in, std::uint16_t version);

void write_fault(const Fault& fault, SectionWriter& out);
[[nodiscard]] Fault read_fault(SectionReader& in, const Launch& launch);

// The inputs of the arrays.
void write_buffers(const std::vector<Buffer>& buffers, SectionWriter& out);
[[nodiscard]] std::vector<Buffer> read_buffers(SectionReader& in, const std::vector<ArrayInfo>& arrays);

// Why a launch or its arrays cannot be stored in a file; empty if they can.
[[nodiscard]] std::string wrong_with(const Launch& launch);
[[nodiscard]] std::string wrong_with(const std::vector<ArrayInfo>& arrays);

}  // namespace tilescope::file
