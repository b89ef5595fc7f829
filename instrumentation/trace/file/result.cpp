#include "instrumentation/trace/file/result.h"

#include <fmt/format.h>

#include <bit>

#include "instrumentation/trace/file/particulars.h"

namespace tilescope::file {

namespace {

enum class Form : std::uint8_t { differences, whole };

std::uint32_t difference(float a, float b) { return std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b); }

}  // namespace

bool is_followed(const Launch& launch) { return launch.has_matrices() && launch.m * launch.n <= most_followed_global; }

void write_result(const std::vector<float>& c, const std::vector<float>& predicted, SectionWriter& out) {
  std::size_t differ = 0;
  for (std::size_t n = 0; n < predicted.size(); ++n)
    if (difference(c[n], predicted[n]) != 0) ++differ;
  if (predicted.empty() || differ > c.size() / 2) {
    out.number(static_cast<std::uint8_t>(Form::whole));
    write_matrix(c, out);
    return;
  }
  out.number(static_cast<std::uint8_t>(Form::differences));
  out.varint(differ);
  std::size_t next = 0;
  for (std::size_t n = 0; n < c.size(); ++n) {
    const std::uint32_t off = difference(c[n], predicted[n]);
    if (off == 0) continue;
    out.varint(n - next);
    out.number(off);
    next = n + 1;
  }
  out.flush();
}

ResultReader::ResultReader(SectionReader in, const Launch& launch) : in_(std::move(in)) {
  const auto form = in_.number<std::uint8_t>();
  if (form > static_cast<std::uint8_t>(Form::whole)) in_.refuse(fmt::format("a C of form {}", form));
  const std::uint64_t elements = launch.elements_of_c();
  needs_stores_ = form == static_cast<std::uint8_t>(Form::differences);
  if (!needs_stores_) {
    c_ = read_matrix(in_, elements);
    return;
  }
  if (!is_followed(launch)) in_.refuse("a C that is made from stores, and too large for that");
  c_.resize(elements);
}

void ResultReader::put_right() {
  if (!needs_stores_) return;
  std::uint64_t next = 0;
  for (std::uint64_t left = in_.varint(); left > 0; --left) {
    const std::uint64_t gap = in_.varint();
    if (gap >= c_.size() - next) in_.refuse("a difference behind the end of C");
    next += gap;
    c_[next] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(c_[next]) ^ in_.number<std::uint32_t>());
    ++next;
  }
  in_.require_end();
}

}  // namespace tilescope::file
