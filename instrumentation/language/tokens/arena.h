// Memory for trees: allocated in order and freed all at once. Its objects have no destructors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tilescope::language {

// Thrown if a source needs more than any kernel should; reading ends with this as its diagnostic.
struct TooMuch {
  std::string message, mend{};
  std::optional<std::uint32_t> at{};  // in the source
};

class Arena {
 public:
  explicit Arena(std::size_t most = std::size_t{32} << 20) : most_(most), left_(most) {}

  // Sets the location of the code for which memory is taken next.
  void note_place(std::uint32_t offset) { at_ = offset; }

  template <class T, class... Values>
  T* make(Values&&... values) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (take(sizeof(T), alignof(T))) T{std::forward<Values>(values)...};
  }
  // Copies the list into the arena.
  template <class T>
  std::span<T> list(const std::vector<T>& from) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (from.empty()) return {};
    T* const to = static_cast<T*>(take(from.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(from.begin(), from.end(), to);
    return {to, from.size()};
  }
  std::string_view text(std::string_view from) {
    if (from.empty()) return {};
    char* const to = static_cast<char*>(take(from.size(), 1));
    std::copy(from.begin(), from.end(), to);
    return {to, from.size()};
  }

 private:
  void* take(std::size_t bytes, std::size_t alignment) {
    std::size_t at = (used_ + alignment - 1) / alignment * alignment;
    if (chunks_.empty() || at + bytes > size_) {
      size_ = std::max<std::size_t>(bytes, chunks_.empty() ? 16 << 10 : 128 << 10);
      if (size_ > left_) throw_too_much();
      left_ -= size_;
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size_));
      at = 0;
    }
    used_ = at + bytes;
    return chunks_.back().get() + at;
  }

  [[noreturn]] void throw_too_much() const {
    throw TooMuch{
        "this source expands to more than " + std::to_string(most_ >> 20) + " MiB, the maximum for its length",
        "split it into files, and replace repeated statements with a loop", at_};
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
  std::size_t most_, left_;
  std::optional<std::uint32_t> at_;
};

}  // namespace tilescope::language
