// A trace kept in a file: saved so that the file is whole or not there, and read as far as is asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/trace/file/block_reader.h"
#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/old_product.h"
#include "instrumentation/trace/file/particulars.h"
#include "instrumentation/trace/file/trace_file_error.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// Gives the size of the file. A UsageError where it cannot be written; then an older file is still whole.
std::uint64_t save(const Trace& trace, const std::string& path);

// Throws now what `save` would find wrong with the path.
void require_writable(const std::string& path);

struct LoadOptions {
  std::uint64_t memory = 0;         // bytes that the trace may take; 0: most of what is free now
  std::shared_ptr<EventPool> pool;  // where event memory comes from; none: a fresh one
};

// One block that was read alone, with the sites and the memory of its events.
struct LoadedBlock {
  BlockTrace block;
  std::vector<Site> sites;
  std::vector<EventPool::Slab> slabs;

  [[nodiscard]] Column events(std::uint32_t thread) const {
    return {*block.record, block.first_lane + thread, sites.data()};
  }
};

// Opening reads the header, the table, and the small sections that say what was launched. What arrays are given, the
// kernel's text, paths and blocks are read when they are asked for, by one thread at a time. Every member throws a
// TraceFileError where what it reads is wrong.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  // For a file's bytes in memory that outlives this; `name` is for messages.
  TraceFile(const std::string& name, file::Bytes bytes);

  [[nodiscard]] const Launch& launch_without_inputs() const { return launch_; }
  [[nodiscard]] Launch launch() const;
  [[nodiscard]] std::string kernel_text() const;
  [[nodiscard]] std::string printed() const;
  [[nodiscard]] std::vector<PrintCall> said(std::uint64_t bytes, file::Allowance& allowance) const;
  [[nodiscard]] std::optional<std::vector<MaskMistake>> mask_mistakes(file::Allowance& allowance) const;
  [[nodiscard]] const std::string& executor() const { return machine_.executor; }
  [[nodiscard]] Backend backend() const { return machine_.backend; }
  [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return arrays_; }
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
  [[nodiscard]] std::uint64_t block_count() const;
  [[nodiscard]] std::uint64_t event_count() const;

  // The whole trace; all of the file is verified.
  [[nodiscard]] Trace load(const LoadOptions& options = {}) const;
  // One block. What is wrong elsewhere in the file is not seen.
  [[nodiscard]] LoadedBlock block(std::uint64_t number, const LoadOptions& options = {}) const;

 private:
  TraceFile(const std::string& name, std::unique_ptr<file::ByteSource> source);
  [[nodiscard]] file::SectionReader section(file::Section section) const;
  [[nodiscard]] file::Paths paths(file::Allowance& allowance) const;

  file::ChunkReader chunks_;
  file::OldProduct old_;
  Launch launch_;
  file::Machine machine_;
  std::vector<ArrayInfo> arrays_;
  std::optional<Fault> fault_;
  std::vector<file::Group> groups_;
};

}  // namespace tilescope
