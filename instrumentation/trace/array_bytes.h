// The bytes of an array. Copies share their memory until one of them is written to, because a trace keeps the arrays of
// its launch, and these may be large.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tilescope {

class ArrayBytes {
 public:
  ArrayBytes() = default;
  ArrayBytes(std::vector<std::byte> bytes)
      : bytes_(bytes.empty() ? nullptr : std::make_shared<std::vector<std::byte>>(std::move(bytes))) {}

  [[nodiscard]] const std::vector<std::byte>& all() const {
    static const std::vector<std::byte> none;
    return bytes_ ? *bytes_ : none;
  }
  operator const std::vector<std::byte>&() const { return all(); }

  [[nodiscard]] bool empty() const { return all().empty(); }
  [[nodiscard]] std::size_t size() const { return all().size(); }
  [[nodiscard]] const std::byte* data() const { return all().data(); }
  [[nodiscard]] const std::byte* begin() const { return data(); }
  [[nodiscard]] const std::byte* end() const { return data() + size(); }
  [[nodiscard]] const std::byte& operator[](std::size_t n) const { return all()[n]; }

  // Unshares the bytes before they are written to.
  [[nodiscard]] std::vector<std::byte>& own() {
    if (!bytes_)
      bytes_ = std::make_shared<std::vector<std::byte>>();
    else if (bytes_.use_count() > 1)
      bytes_ = std::make_shared<std::vector<std::byte>>(*bytes_);
    return *bytes_;
  }
  [[nodiscard]] std::byte* data() { return own().data(); }
  [[nodiscard]] std::byte& operator[](std::size_t n) { return own()[n]; }
  void resize(std::size_t size) { own().resize(size); }
  void assign(std::size_t size, std::byte value) { *this = std::vector<std::byte>(size, value); }

  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    *this = std::vector<std::byte>(first, last);
  }

  // True if both use the same memory.
  [[nodiscard]] bool shares(const ArrayBytes& other) const { return bytes_ == other.bytes_; }
  bool operator==(const ArrayBytes& other) const { return bytes_ == other.bytes_ || all() == other.all(); }

 private:
  std::shared_ptr<std::vector<std::byte>> bytes_;
};

}  // namespace tilescope
