// A trace in a file: saved atomically, and read only as far as needed.
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

// Returns the size of the file. Throws a UsageError if it cannot be written; an older file then stays intact.
std::uint64_t save(const Trace& trace, const std::string& path);

// Throws the errors that `save` would throw for this path.
void require_writable(const std::string& path);

struct LoadOptions {
  std::uint64_t memory = 0;         // maximum memory of the trace in bytes; 0: most of the free memory
  std::shared_ptr<EventPool> pool;  // the source of event memory; null: a new one
};

// A block that was read alone, with the sites and the memory of its events.
struct LoadedBlock {
  BlockTrace block;
  std::vector<Site> sites;
  std::vector<EventPool::Slab> slabs;

  [[nodiscard]] Column events(std::uint32_t thread) const {
    return {*block.record, block.first_lane + thread, sites.data()};
  }
};

// The constructor reads the header, the table, and the small sections that describe the launch. Inputs, the kernel's
// source, paths and blocks are read on demand, by one thread at a time. Each member throws a TraceFileError if the part
// that it reads is wrong.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  // Reads a file's bytes from memory that outlives this object; `name` is for messages.
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

  // Loads the whole trace and verifies the whole file.
  [[nodiscard]] Trace load(const LoadOptions& options = {}) const;
  // Loads one block. Errors elsewhere in the file stay undetected.
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
