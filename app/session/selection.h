// The selection: a block, a thread and its partner, the selected and the hovered target, and everything linked to them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/command/command.h"
#include "app/explain/views.h"
#include "app/replay/touches.h"
#include "app/session/shown.h"
#include "app/stage/inspector.h"

namespace tilescope {

// The places linked to the hovered or else the selected line or element, or the places that a lesson highlights.
struct Links {
  std::vector<ElementOf> elements;
  std::vector<std::uint32_t> lines;
  std::vector<std::uint32_t> threads;  // linked through lanes, or named by a lesson
  std::vector<std::uint32_t> blocks;   // named by a lesson
};

struct Selection {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> partner;
  bool only_warp = false;  // highlights only the selected thread's warp, not the whole block
  Target selected, hovered;
  SeeLines in_sight;

  // Derived from the other members by settle.
  std::vector<Touch> touches;  // of the selected element
  std::vector<Fact> facts;     // the element's story; for a wrong element of C, first the reason why it is wrong
  Links links;

  void select_nothing();
  void apply(const Hover& hover) { hovered = hover.target; }
  // Selects a target in the launch in focus or beside. A block that was not recorded is selected but not shown.
  void apply(const Select& select, const Shown& shown);
  void look_at_thread(std::int64_t thread, const Shown& shown);
  // Moves by this many blocks, cyclically.
  void look_at_next_block(std::ptrdiff_t by, const Shown& shown);

  // Makes the first selection in a new kernel: the first block and its first thread. If that block stores nothing,
  // selects the first block that does; likewise the first thread that stores, if the first accesses no memory. A matrix
  // product keeps its selection.
  void look_at_work(const Shown& shown);

  // Another launch is on the stage: keeps only the block and thread, if they exist there.
  void forget(const Shown& shown);
  // Computes the linked places after a change of the frame or the selection. `lit`: the places that a lesson
  // highlights, if one is shown.
  void settle(const Replay& replay, const Explainable& of, bool has_moved, Explanation view,
              const std::vector<Target>* lit);

 private:
  void find_links(const Replay& replay, const Explainable& of, Explanation view, const std::vector<Target>* lit);

  // The inputs from which the linked places were computed.
  struct MadeFor {
    const Replay* replay = nullptr;
    const Explained* explained = nullptr;
    Target selected;
    std::size_t block = 0;
    bool operator==(const MadeFor&) const = default;
  };
  struct LinksMadeFor {
    const Replay* replay = nullptr;
    Target target;
    bool is_hovered = false;
    std::size_t block = 0;
    Explanation view;
    std::uint64_t moment = 0;
    bool operator==(const LinksMadeFor&) const = default;
  };
  MadeFor known_;
  std::vector<Fact> why_;
  std::optional<LinksMadeFor> known_links_;  // empty without a target
};

}  // namespace tilescope
