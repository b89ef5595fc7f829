#include "app/gl/draw_lists.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "app/gl/custom_draw.h"
#include "app/gl/damage.h"
#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

// Triangles that are drawn together: two that form a box, such as a letter, or a single one.
struct Piece {
  unsigned first = 0, count = 0;  // indices into the list
  std::array<ImDrawVert, 4> corners;
  std::size_t corner_count = 0;
  Box box;  // around the piece, in pixels
};

Box around(const Piece& piece, ImVec2 unit) {
  ImVec2 low = piece.corners[0].pos, high = low;
  for (std::size_t n = 1; n < piece.corner_count; ++n) {
    const ImVec2 at = piece.corners[n].pos;
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  return {low.x * unit.x, low.y * unit.y, (high.x - low.x) * unit.x, (high.y - low.y) * unit.y};
}

template <class Visit>
void for_each_piece(const ImDrawList& list, const ImDrawCmd& command, ImVec2 unit, Visit&& visit) {
  const ImDrawIdx* const indices = list.IdxBuffer.Data;
  const unsigned end = command.IdxOffset + command.ElemCount;
  for (unsigned first = command.IdxOffset; first < end;) {
    const ImDrawIdx* const index = indices + first;
    const bool is_pair = first + 6 <= end && index[0] == index[3] && index[2] == index[4];
    Piece piece;
    piece.first = first;
    piece.count = is_pair ? 6 : 3;
    piece.corner_count = is_pair ? 4 : 3;
    const ImDrawVert* const corners = list.VtxBuffer.Data + command.VtxOffset;  // `visit` may add corners
    piece.corners = {corners[index[0]], corners[index[1]], corners[index[2]], corners[index[is_pair ? 5 : 2]]};
    piece.box = around(piece, unit);
    visit(piece);
    first += piece.count;
  }
}

template <class Visit>
void for_each_list(const ImDrawData& data, Visit&& visit) {
  for (int n = 0; n < data.CmdListsCount; ++n) visit(*data.CmdLists[n]);
}

// Finds the boxes that overlap a box without checking all of them.
class BoxMap {
 public:
  explicit BoxMap(const std::vector<Box>& boxes) : boxes_(boxes), seen_(boxes.size()) {
    for (const Box& box : boxes) {
      columns_ = std::max(columns_, tile(box.right() - 1) + 1);
      rows_ = std::max(rows_, tile(box.bottom() - 1) + 1);
    }
    tiles_.resize(columns_ * rows_);
    for (std::size_t n = 0; n < boxes.size(); ++n)
      for_each_tile(boxes[n], [&](std::vector<std::size_t>& there) { there.push_back(n); });
  }

  template <class Visit>
  void for_each_met(const Box& by, Visit&& visit) {
    ++round_;
    for_each_tile(by, [&](const std::vector<std::size_t>& there) {
      for (const std::size_t box : there) {
        if (seen_[box] == round_) continue;
        seen_[box] = round_;
        if (!common(boxes_[box], by).is_empty()) visit(box);
      }
    });
  }

 private:
  static std::size_t tile(float at) { return static_cast<std::size_t>(std::max(at, 0.0F)) / Damage::side; }

  template <class Visit>
  void for_each_tile(const Box& box, Visit&& visit) {
    if (box.right() <= 0 || box.bottom() <= 0) return;
    for (std::size_t row = tile(box.y); row < std::min(tile(box.bottom()) + 1, rows_); ++row)
      for (std::size_t column = tile(box.x); column < std::min(tile(box.right()) + 1, columns_); ++column)
        visit(tiles_[row * columns_ + column]);
  }

  const std::vector<Box>& boxes_;
  std::size_t columns_ = 0, rows_ = 0;
  std::vector<std::vector<std::size_t>> tiles_;  // the boxes in each tile
  std::vector<std::uint64_t> seen_;              // by box: the last search that found it
  std::uint64_t round_ = 0;
};

bool contains(const Box& box, const Box& part) {
  return part.x >= box.x && part.y >= box.y && part.right() <= box.right() && part.bottom() <= box.bottom();
}

// True for a letter at the size of its texture or a box on whole pixels: a part looks the same when drawn alone.
bool can_be_cut(const Piece& piece) {
  const auto is_whole = [](float at) { return at == std::floor(at); };
  if (piece.corner_count != 4 || !is_whole(piece.box.x) || !is_whole(piece.box.y) || !is_whole(piece.box.right()) ||
      !is_whole(piece.box.bottom()))
    return false;
  const auto& [top_left, top_right, bottom_right, bottom_left] = piece.corners;
  const auto level = [](const ImDrawVert& one, const ImDrawVert& other) {
    return one.pos.y == other.pos.y && one.uv.y == other.uv.y && one.col == other.col;
  };
  const auto plumb = [](const ImDrawVert& one, const ImDrawVert& other) {
    return one.pos.x == other.pos.x && one.uv.x == other.uv.x && one.col == other.col;
  };
  return level(top_left, top_right) && level(bottom_left, bottom_right) && plumb(top_left, bottom_left) &&
         plumb(top_right, bottom_right) && top_left.pos.x < top_right.pos.x && top_left.pos.y < bottom_left.pos.y;
}

// The corner moved into the box, together with its place in the texture.
ImDrawVert moved_inside(const ImDrawVert& corner, const Piece& piece, const Box& box, ImVec2 unit) {
  const ImDrawVert &low = piece.corners[0], &high = piece.corners[2];
  ImDrawVert moved = corner;
  moved.pos.x = std::clamp(corner.pos.x, box.x / unit.x, box.right() / unit.x);
  moved.pos.y = std::clamp(corner.pos.y, box.y / unit.y, box.bottom() / unit.y);
  moved.uv.x = low.uv.x + (moved.pos.x - low.pos.x) / (high.pos.x - low.pos.x) * (high.uv.x - low.uv.x);
  moved.uv.y = low.uv.y + (moved.pos.y - low.pos.y) / (high.pos.y - low.pos.y) * (high.uv.y - low.uv.y);
  return moved;
}

// The triangles of a command, grouped by the box in which they are visible. Letters are cut at the box's sides. If
// other shapes cross the sides, OpenGL has to clip, box by box.
class Sorted {
 public:
  struct Part {
    std::vector<ImDrawIdx> indices;
    bool crosses = false;  // some triangles extend beyond the box
  };

  explicit Sorted(const std::vector<Box>& boxes) : boxes_(boxes), map_(boxes), parts_(boxes.size()) {}

  void take(ImDrawList& list, const ImDrawCmd& command, const Box& clip, ImVec2 unit) {
    for (Part& part : parts_) part = {};
    for_each_piece(list, command, unit, [&](const Piece& piece) {
      map_.for_each_met(common(piece.box, clip), [&](std::size_t box) {
        Part& part = parts_[box];
        const Box room = common(boxes_[box], clip);
        const bool is_inside = contains(room, piece.box);
        if (!is_inside && can_be_cut(piece) && cut(list, command, piece, room, unit, part)) return;
        part.crosses |= !is_inside;
        const ImDrawIdx* const index = list.IdxBuffer.Data + piece.first;
        part.indices.insert(part.indices.end(), index, index + piece.count);
        // A renderer without a GPU draws boxes if all triangles come in pairs: a single one gets an empty partner.
        if (piece.count == 3) part.indices.insert(part.indices.end(), 3, index[2]);
      });
    });
  }
  [[nodiscard]] const Part& of(std::size_t box) const { return parts_[box]; }

 private:
  // False if there is no room for more corners.
  static bool cut(ImDrawList& list, const ImDrawCmd& command, const Piece& piece, const Box& room, ImVec2 unit,
                  Part& part) {
    const auto first = static_cast<unsigned>(list.VtxBuffer.Size) - command.VtxOffset;
    if (first + 4 > std::numeric_limits<ImDrawIdx>::max()) return false;
    for (const ImDrawVert& corner : piece.corners) list.VtxBuffer.push_back(moved_inside(corner, piece, room, unit));
    for (const unsigned corner : {0U, 1U, 2U, 0U, 2U, 3U})
      part.indices.push_back(static_cast<ImDrawIdx>(first + corner));
    return true;
  }

  const std::vector<Box>& boxes_;
  BoxMap map_;
  std::vector<Part> parts_;
};

// Rebuilds a list's commands.
class Kept {
 public:
  explicit Kept(ImDrawList& list) : list_(list) {}
  ~Kept() {
    if (last_is_custom()) reset();
    if (indices_.empty()) indices_.push_back(0);  // WebGL rejects empty uploads
    list_.CmdBuffer.swap(commands_);
    list_.IdxBuffer.swap(indices_);
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  void add_custom(const ImDrawCmd& command) { commands_.push_back(command); }
  void add(const ImDrawCmd& command, const Box& clip, ImVec2 unit, const std::vector<ImDrawIdx>& indices) {
    if (last_is_custom()) reset();
    commands_.push_back(command);
    commands_.back().ClipRect = {clip.x / unit.x, clip.y / unit.y, clip.right() / unit.x, clip.bottom() / unit.y};
    commands_.back().IdxOffset = static_cast<unsigned>(indices_.size());
    commands_.back().ElemCount = static_cast<unsigned>(indices.size());
    indices_.reserve(indices_.size() + static_cast<int>(indices.size()));
    for (const ImDrawIdx index : indices) indices_.push_back(index);
  }

 private:
  // Custom drawing leaves a state that does not suit ImGui's own commands.
  [[nodiscard]] bool last_is_custom() const {
    return !commands_.empty() && custom_draw_of(commands_.back()) != nullptr;
  }
  void reset() {
    ImDrawCmd command;
    command.UserCallback = ImDrawCallback_ResetRenderState;
    commands_.push_back(command);
  }

  ImDrawList& list_;
  ImVector<ImDrawCmd> commands_;
  ImVector<ImDrawIdx> indices_;
};

void keep_inside(ImDrawList& list, const ImDrawData& data, const std::vector<Box>& boxes) {
  const ImVec2 unit = data.FramebufferScale;
  Kept kept(list);
  Sorted sorted(boxes);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Box clip = pixels_of(command, data);
    std::vector<Box> seen;
    if (CustomDraw* const custom = custom_draw_of(command)) {
      for (const Box& box : boxes)
        if (const Box part = common(box, clip); !part.is_empty() && custom->is_seen(part)) seen.push_back(part);
      if (seen.empty()) continue;
      kept.add_custom(command);
      custom->draw_inside(std::move(seen));
      continue;
    }
    if (command.UserCallback != nullptr) continue;
    sorted.take(list, command, clip, unit);
    std::vector<ImDrawIdx> together;  // of all boxes whose sides no shape crosses
    for (std::size_t n = 0; n < boxes.size(); ++n) {
      const Sorted::Part& part = sorted.of(n);
      if (part.indices.empty()) continue;
      if (part.crosses)
        kept.add(command, common(boxes[n], clip), unit, part.indices);
      else
        together.insert(together.end(), part.indices.begin(), part.indices.end());
    }
    if (!together.empty()) kept.add(command, clip, unit, together);
  }
}

}  // namespace

Box pixels_of(const ImDrawCmd& command, const ImDrawData& data) {
  const ImVec2 unit = data.FramebufferScale;
  const ImVec4& clip = command.ClipRect;
  return {clip.x * unit.x, clip.y * unit.y, (clip.z - clip.x) * unit.x, (clip.w - clip.y) * unit.y};
}

void describe(const ImDrawData& data, Damage& damage) {
  for_each_list(data, [&](const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const Box clip = pixels_of(command, data);
      if (const CustomDraw* const custom = custom_draw_of(command)) custom->describe(clip, damage);
      if (command.UserCallback != nullptr) continue;
      const std::uint64_t texture = compat::texture_of(command);
      for_each_piece(list, command, data.FramebufferScale, [&](const Piece& piece) {
        damage.cover(common(piece.box, clip),
                     mixed(looks_of(piece.corners.data(), piece.corner_count * sizeof(ImDrawVert)), texture));
      });
    }
  });
}

void keep_inside(ImDrawData& data, const std::vector<Box>& boxes) {
  data.TotalIdxCount = data.TotalVtxCount = 0;
  for_each_list(data, [&](ImDrawList& list) {
    keep_inside(list, data, boxes);
    data.TotalIdxCount += list.IdxBuffer.Size;
    data.TotalVtxCount += list.VtxBuffer.Size;
  });
}

}  // namespace tilescope
