#include "app/gl/draw_lists.h"

#include <algorithm>
#include <array>

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

void keep_inside(ImDrawList& list, const ImDrawData& data, const std::vector<Box>& boxes) {
  const ImVec2 unit = data.FramebufferScale;
  ImVector<ImDrawCmd> commands;
  ImVector<ImDrawIdx> indices;
  Sorted sorted(boxes.size());
  std::vector<Box> seen(boxes.size());
  // What others draw leaves a state behind that ImGui's own commands cannot use.
  ImDrawCmd reset;
  reset.UserCallback = ImDrawCallback_ResetRenderState;
  const auto last_is_custom = [&] { return !commands.empty() && custom_draw_of(commands.back()) != nullptr; };
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const bool is_callback = command.UserCallback != nullptr;
    const CustomDraw* const custom = custom_draw_of(command);
    if (is_callback && custom == nullptr) continue;
    const Box clip = pixels_of(command, data);
    for (std::size_t n = 0; n < boxes.size(); ++n) seen[n] = common(boxes[n], clip);
    if (custom == nullptr) sorted.take(list, command, seen, unit);
    for (std::size_t n = 0; n < boxes.size(); ++n) {
      std::vector<ImDrawIdx>& of_box = sorted.of(n);
      if (seen[n].is_empty() || (custom != nullptr ? !custom->is_seen(seen[n]) : of_box.empty())) continue;
      ImDrawCmd part = command;
      part.ClipRect = {seen[n].x / unit.x, seen[n].y / unit.y, seen[n].right() / unit.x, seen[n].bottom() / unit.y};
      part.IdxOffset = static_cast<unsigned>(indices.size());
      part.ElemCount = static_cast<unsigned>(of_box.size());
      if (custom == nullptr && last_is_custom()) commands.push_back(reset);
      commands.push_back(part);
      for (const ImDrawIdx index : of_box) indices.push_back(index);
      of_box.clear();
    }
  }
  if (last_is_custom()) commands.push_back(reset);
  list.CmdBuffer.swap(commands);
  list.IdxBuffer.swap(indices);
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
