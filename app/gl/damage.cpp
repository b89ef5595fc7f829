#include "app/gl/damage.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>

namespace tilescope {

namespace {

// The cost of drawing a box by itself, as a number of tiles.
constexpr std::uint32_t price_of_box = 2;
// With more parts than this, merging them would take longer than drawing everything.
constexpr std::size_t most_parts = 96;

// A box in tiles; `right` and `bottom` are excluded.
struct Part {
  std::uint32_t left, top, right, bottom;

  [[nodiscard]] std::uint32_t area() const { return (right - left) * (bottom - top); }
  [[nodiscard]] bool meets(const Part& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

Part around(const Part& one, const Part& other) {
  return {std::min(one.left, other.left), std::min(one.top, other.top), std::max(one.right, other.right),
          std::max(one.bottom, other.bottom)};
}

// The changed tiles as boxes: runs of tiles in a row, combined with equal runs directly below.
std::vector<Part> parts_of(const std::vector<bool>& changed, std::uint32_t columns, std::uint32_t rows) {
  std::vector<Part> parts;
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (!changed[std::size_t{row} * columns + column]) continue;
      const std::uint32_t left = column;
      while (column < columns && changed[std::size_t{row} * columns + column]) ++column;
      const auto above = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
        return part.left == left && part.right == column && part.bottom == row;
      });
      if (above != parts.end())
        above->bottom = row + 1;
      else
        parts.push_back({left, row, column, row + 1});
    }
  return parts;
}

// Replaces these two parts and all others that the result overlaps by one part, if that costs less.
bool join(std::vector<Part>& parts, std::size_t one, std::size_t other) {
  Part all = around(parts[one], parts[other]);
  if (all.area() > parts[one].area() + parts[other].area() + 4 * price_of_box) return false;  // most are far apart
  std::uint32_t inside = 0, area = 0;
  for (bool grows = true; grows;) {
    grows = false;
    inside = area = 0;
    for (const Part& part : parts) {
      if (!all.meets(part)) continue;
      const Part larger = around(all, part);
      grows |= larger.area() != all.area();
      all = larger;
      ++inside;
      area += part.area();
    }
  }
  if (all.area() > area + price_of_box * (inside - 1)) return false;
  std::erase_if(parts, [&](const Part& part) { return all.meets(part); });
  parts.push_back(all);
  return true;
}

bool join_any(std::vector<Part>& parts) {
  for (std::size_t one = 0; one < parts.size(); ++one)
    for (std::size_t other = one + 1; other < parts.size(); ++other)
      if (join(parts, one, other)) return true;
  return false;
}

}  // namespace

std::uint64_t looks_of(const void* bytes, std::size_t count) { return XXH3_64bits(bytes, count); }

std::uint64_t mixed(std::uint64_t looks, std::uint64_t more) {
  const std::uint64_t product = (looks ^ more) * 0x9e3779b97f4a7c15U;
  return product ^ (product >> 29U);
}

void Damage::begin(Point size, std::uint64_t ground) {
  if (!(size == size_)) forget();
  size_ = size;
  const auto count = [](float pixels) { return (static_cast<std::uint32_t>(pixels) + side - 1) / side; };
  columns_ = count(size.x);
  rows_ = count(size.y);
  tiles_.assign(std::size_t{columns_} * rows_, ground);
}

void Damage::cover(const Box& box, std::uint64_t looks) {
  const auto tile = [](float at) { return static_cast<std::uint32_t>(at) / side; };
  const float left = std::max(box.x, 0.0F), top = std::max(box.y, 0.0F);
  const float right = std::min(std::ceil(box.right()), size_.x), bottom = std::min(std::ceil(box.bottom()), size_.y);
  if (!(left < right && top < bottom)) return;
  const std::uint32_t first = tile(left), last = tile(right - 1);
  for (std::uint32_t row = tile(top); row <= tile(bottom - 1); ++row)
    for (std::uint32_t column = first; column <= last; ++column) {
      std::uint64_t& looks_there = tiles_[std::size_t{row} * columns_ + column];
      looks_there = mixed(looks_there, looks);
    }
}

std::vector<Box> Damage::end() {
  const Box all{0, 0, size_.x, size_.y};
  std::vector<bool> changed(tiles_.size());
  const bool is_new = before_.size() != tiles_.size();
  for (std::size_t tile = 0; tile < tiles_.size() && !is_new; ++tile) changed[tile] = tiles_[tile] != before_[tile];
  before_ = tiles_;
  if (is_new) return {all};
  std::vector<Part> parts = parts_of(changed, columns_, rows_);
  if (parts.size() > most_parts) return {all};
  while (join_any(parts)) {
  }
  std::vector<Box> boxes;
  for (const Part& part : parts) {
    const auto pixels = [](std::uint32_t tiles) { return static_cast<float>(tiles * side); };
    boxes.push_back({pixels(part.left), pixels(part.top), std::min(pixels(part.right), size_.x) - pixels(part.left),
                     std::min(pixels(part.bottom), size_.y) - pixels(part.top)});
  }
  return boxes;
}

}  // namespace tilescope
