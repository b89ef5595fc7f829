#include "instrumentation/launching/texts/packed_text.h"

#include <fmt/format.h>
#include <zstd.h>

#include <array>
#include <cstdint>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int level = 12;

std::string in_letters(std::string_view bytes) {
  std::string word;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char byte : bytes) {
    held = held << 8 | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) word += letters[held >> (bits - 6) & 63];
  }
  if (bits > 0) word += letters[held << (6 - bits) & 63];
  return word;
}

std::string in_bytes(std::string_view word, const std::string& where) {
  std::string bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char letter : word) {
    const std::size_t value = letters.find(letter);
    if (value == std::string_view::npos)
      throw UsageError(fmt::format("{} is not packed source: it contains '{}'", where, letter));
    held = held << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 255);
  }
  return bytes;
}

}  // namespace

std::string packed(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), level);
  if (ZSTD_isError(size) != 0) throw Error("the source could not be packed");
  return in_letters(std::string_view(bytes).substr(0, size));
}

std::string unpacked(std::string_view word, const std::string& where) {
  const std::string bytes = in_bytes(word, where);
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
    throw UsageError(where + " is not packed source, or its end is missing");
  if (size > longest_text)
    throw UsageError(fmt::format("{}: has {} bytes, but at most {} are read", where, size, longest_text));
  std::string text(static_cast<std::size_t>(size), '\0');
  const std::size_t done = ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(done) != 0 || done != text.size())
    throw UsageError(where + " is not packed source, or its end is missing");
  return text;
}

}  // namespace tilescope
