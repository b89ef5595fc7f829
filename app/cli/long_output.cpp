#include "app/cli/long_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope::cli {

LongOutput::LongOutput(const std::string& path) : path_(path == "-" ? "" : path), target_(std::cout.rdbuf()) {
  stream_.exceptions(std::ios::badbit);  // exceptions thrown while writing get through
  if (path_.empty()) return;
  std::error_code error;
  const bool is_regular = !std::filesystem::exists(path_, error) || std::filesystem::is_regular_file(path_, error);
  if (is_regular || std::filesystem::is_directory(path_, error)) whole_.emplace(path_);
  file_.open(whole_ ? whole_->unfinished() : std::filesystem::path(path_), std::ios::binary);
  if (!file_) refuse();
  target_ = file_.rdbuf();
}

void LongOutput::commit() {
  progress_.reset();
  if (path_.empty()) {
    if (target_->pubsync() != 0) refuse();
    return;
  }
  file_.close();
  if (!file_) refuse();
  if (whole_) whole_->commit();
}

std::streamsize LongOutput::xsputn(const char* text, std::streamsize count) {
  if (!progress_) progress_.emplace("writing");
  if (target_->sputn(text, count) != count) refuse();
  bytes_ += static_cast<std::uint64_t>(count);
  if (!progress_->says([this] { return in_words(bytes_); })) throw Error("stopped by Ctrl+C");
  return count;
}

LongOutput::int_type LongOutput::overflow(int_type character) {
  if (character == traits_type::eof()) return traits_type::not_eof(character);
  const char one = traits_type::to_char_type(character);
  xsputn(&one, 1);
  return character;
}

void LongOutput::refuse() const {
  if (path_.empty()) throw Error("standard output cannot be written to");
  throw UsageError(fmt::format("{}: cannot be written", path_));
}

}  // namespace tilescope::cli
