#include "instrumentation/trace/file/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "instrumentation/trace/file/old_product.h"

namespace tilescope::file {

namespace {

enum class Form : std::uint8_t { differences, whole };

std::uint64_t bytes_of(const ArrayInfo& array) {
  return static_cast<std::uint64_t>(array.elements()) * array.element_bytes;
}

// Differences are stored in words; the last word is padded with zeros.
constexpr std::size_t word_bytes = sizeof(std::uint32_t);

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t word) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + word * word_bytes, std::min(word_bytes, bytes.size() - word * word_bytes));
  return value;
}

void put_word(std::span<std::byte> bytes, std::size_t word, std::uint32_t value) {
  std::memcpy(bytes.data() + word * word_bytes, &value, std::min(word_bytes, bytes.size() - word * word_bytes));
}

std::size_t words_of(std::size_t bytes) { return (bytes + word_bytes - 1) / word_bytes; }

std::size_t differing(std::span<const std::byte> left, std::span<const std::byte> predicted) {
  std::size_t differ = 0;
  for (std::size_t n = 0; n < words_of(left.size()); ++n)
    if (word_at(left, n) != word_at(predicted, n)) ++differ;
  return differ;
}

void write_differences(std::span<const std::byte> left, std::span<const std::byte> predicted, SectionWriter& out) {
  out.varint(differing(left, predicted));
  std::size_t next = 0;
  for (std::size_t n = 0; n < words_of(left.size()); ++n) {
    const std::uint32_t off = word_at(left, n) ^ word_at(predicted, n);
    if (off == 0) continue;
    out.varint(n - next);
    out.number(off);
    next = n + 1;
  }
}

void put_right(std::span<std::byte> left, SectionReader& in) {
  const std::size_t words = words_of(left.size());
  std::size_t next = 0;
  for (std::uint64_t differ = in.varint(); differ > 0; --differ) {
    const std::uint64_t gap = in.varint();
    if (gap >= words - next) in.refuse("a difference after the end of an array");
    next += gap;
    put_word(left, next, word_at(left, next) ^ in.number<std::uint32_t>());
    ++next;
  }
}

Form read_form(SectionReader& in) {
  const auto form = in.number<std::uint8_t>();
  if (form > static_cast<std::uint8_t>(Form::whole)) in.refuse(fmt::format("results in the unknown form {}", form));
  return static_cast<Form>(form);
}

}  // namespace

std::vector<std::byte> before_stores(const Launch& launch, const std::vector<ArrayInfo>& arrays, std::size_t array) {
  if (arrays[array].elements() > most_followed_global) return {};
  std::vector<std::byte> bytes(bytes_of(arrays[array]));
  if (array < launch.buffers.size() && launch.buffers[array].bytes.size() == bytes.size())
    bytes = launch.buffers[array].bytes;
  return bytes;
}

void write_left(const Trace& trace, const Left& predicted, SectionWriter& out) {
  std::vector<std::size_t> listed;
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    if (!trace.left(n).empty()) listed.push_back(n);
  std::vector<Form> forms;
  out.varint(listed.size());
  for (const std::size_t n : listed) {
    const std::span<const std::byte> left = trace.left(n);
    const bool is_whole =
        predicted[n].size() != left.size() || differing(left, predicted[n]) > words_of(left.size()) / 2;
    forms.push_back(is_whole ? Form::whole : Form::differences);
    out.varint(n);
    out.number(static_cast<std::uint8_t>(forms.back()));
  }
  for (std::size_t n = 0; n < listed.size(); ++n) {
    const std::span<const std::byte> left = trace.left(listed[n]);
    if (forms[n] == Form::whole)
      out.bytes(left.data(), left.size());
    else
      write_differences(left, predicted[listed[n]], out);
  }
  out.flush();
}

LeftReader::LeftReader(SectionReader in, const Launch& launch, const std::vector<ArrayInfo>& arrays,
                       const std::function<void(std::uint64_t bytes)>& take)
    : in_(std::move(in)), left_(arrays.size()) {
  const std::uint64_t count = in_.varint(arrays.size(), "arrays");
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t array = in_.varint(arrays.size() - 1, "an array");
    if (!listed_.empty() && array <= listed_.back()) in_.refuse("arrays out of order");
    if (arrays[array].space != Space::global) in_.refuse("results of an array that is not global");
    listed_.push_back(array);
    bytes_.push_back(bytes_of(arrays[array]));
    if (bytes_.back() == 0) in_.refuse("results of an array without elements");
    if (read_form(in_) == Form::whole) {
      if (bytes_.back() > in_.left()) in_.refuse("incomplete results of an array");
      take(bytes_.back());
      continue;
    }
    if (arrays[array].elements() > most_followed_global)
      in_.refuse("results made from stores, but the array is too large for that");
    take(bytes_.back());
    left_[array] = before_stores(launch, arrays, array);
  }
}

Left LeftReader::take() {
  for (std::size_t n = 0; n < listed_.size(); ++n) {
    std::vector<std::byte>& left = left_[listed_[n]];
    if (!left.empty()) {
      put_right(left, in_);
      continue;
    }
    left.resize(bytes_[n]);
    in_.bytes(left.data(), left.size());
  }
  in_.require_end();
  return std::move(left_);
}

OldResultReader::OldResultReader(SectionReader in, std::uint64_t elements, const ArrayInfo& c, std::size_t array,
                                 const std::vector<ArrayInfo>& arrays)
    : in_(std::move(in)), info_(c), array_(array), elements_(elements), left_(arrays.size()) {
  const std::uint64_t held = static_cast<std::uint64_t>(info_.elements());
  if (held != elements) in_.refuse("a C whose sides differ from the launch's");
  if (read_form(in_) == Form::whole) return;
  if (elements > most_followed_global) in_.refuse("a C made from stores, but it is too large for that");
  left_[array_].resize(bytes_of(info_));
}

Left OldResultReader::take() {
  if (left_[array_].empty()) {
    left_[array_] = file::bytes_of(read_floats(in_, elements_), info_);
    return std::move(left_);
  }
  put_right(left_[array_], in_);
  in_.require_end();
  return std::move(left_);
}

}  // namespace tilescope::file
