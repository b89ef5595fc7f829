#include "app/gl/draw_lists.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/gl/custom_draw.h"
#include "app/gl/damage.h"
#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

using Corners = std::array<ImDrawVert, 3>;

Corners corners_of(const ImDrawList& list, const ImDrawCmd& command, unsigned first) {
  const auto at = [&](unsigned n) {
    return list.VtxBuffer[static_cast<int>(command.VtxOffset + list.IdxBuffer[static_cast<int>(first + n)])];
  };
  return {at(0), at(1), at(2)};
}

// Around a triangle, in pixels. The corners of most stand between pixels: a pixel more at each side.
Box around(const Corners& corners, ImVec2 unit) {
  const auto [left, right] = std::minmax({corners[0].pos.x, corners[1].pos.x, corners[2].pos.x});
  const auto [top, bottom] = std::minmax({corners[0].pos.y, corners[1].pos.y, corners[2].pos.y});
  return {left * unit.x, top * unit.y, (right - left) * unit.x, (bottom - top) * unit.y};
}

template <class Visit>
void for_each_list(const ImDrawData& data, Visit&& visit) {
  for (int n = 0; n < data.CmdListsCount; ++n) visit(*data.CmdLists[n]);
}

// The triangles of a command, once for each box that they are seen in.
class Sorted {
 public:
  explicit Sorted(std::size_t boxes) : indices_(boxes) {}

  void take(const ImDrawList& list, const ImDrawCmd& command, const std::vector<Box>& seen, ImVec2 unit) {
    for (unsigned first = command.IdxOffset; first < command.IdxOffset + command.ElemCount; first += 3) {
      const Box box = around(corners_of(list, command, first), unit);
      for (std::size_t n = 0; n < seen.size(); ++n) {
        if (common(box, seen[n]).is_empty()) continue;
        const ImDrawIdx* const index = &list.IdxBuffer[static_cast<int>(first)];
        indices_[n].insert(indices_[n].end(), index, index + 3);
      }
    }
  }
  [[nodiscard]] std::vector<ImDrawIdx>& of(std::size_t box) { return indices_[box]; }

 private:
  std::vector<std::vector<ImDrawIdx>> indices_;
};

// Makes up a list's commands anew.
class Kept {
 public:
  explicit Kept(ImDrawList& list) : list_(list) {}
  ~Kept() {
    if (last_is_custom()) reset();
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
    for (const ImDrawIdx index : indices) indices_.push_back(index);
  }

 private:
  // What others draw leaves a state behind that ImGui's own commands cannot use.
  [[nodiscard]] bool last_is_custom() const { return !commands_.empty() && custom_draw_of(commands_.back()) != nullptr; }
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
  Sorted sorted(boxes.size());
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
    for (const Box& box : boxes) seen.push_back(common(box, clip));
    sorted.take(list, command, seen, unit);
    for (std::size_t n = 0; n < boxes.size(); ++n) {
      if (!sorted.of(n).empty()) kept.add(command, seen[n], unit, sorted.of(n));
      sorted.of(n).clear();
    }
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
      for (unsigned first = command.IdxOffset; first < command.IdxOffset + command.ElemCount; first += 3) {
        const Corners corners = corners_of(list, command, first);
        damage.cover(common(around(corners, data.FramebufferScale), clip),
                     mixed(looks_of(corners.data(), sizeof corners), texture));
      }
    }
  });
}

void keep_inside(ImDrawData& data, const std::vector<Box>& boxes) {
  int indices = 0;
  for_each_list(data, [&](ImDrawList& list) {
    keep_inside(list, data, boxes);
    indices += list.IdxBuffer.size();
  });
  data.TotalIdxCount = indices;
}

}  // namespace tilescope
