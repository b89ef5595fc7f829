// What is looked at: a block, a thread and a second one, what is selected, what is pointed at, and all that belongs to
// it.
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

// What belongs to the line or to the element that is pointed at, or else selected; or what a lesson lights.
struct Links {
  std::vector<ElementOf> elements;
  std::vector<std::uint32_t> lines;
  std::vector<std::uint32_t> threads;  // of lanes, or named by a lesson
  std::vector<std::uint32_t> blocks;   // named by a lesson
};

struct Selection {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> partner;
  bool only_warp = false;  // what the thread's warp does is lit, and not all that the block does
  Target selected, hovered;

  // These follow from the others; see settle.
  std::vector<Touch> touches;  // of the selected element
  std::vector<Fact> facts;     // its story; first, why it is wrong if it is an element of C and is
  Links links;

  void select_nothing();
  void apply(const Hover& hover) { hovered = hover.target; }
  // A place of the launch in focus, or of the one beside. A block that was not recorded is selected, but not looked at.
  void apply(const Select& select, const Shown& shown);
  void look_at_thread(std::int64_t thread, const Shown& shown);
  // So many blocks on, round and round.
  void look_at_next_block(std::ptrdiff_t by, const Shown& shown);

  // At the beginning of a kernel, of which nobody has seen anything: the first block and its first thread; or, if that
  // block leaves nothing in memory and others do, or its thread touches none, the first one that stores. Where one
  // looks at a product, one goes on looking with another kernel.
  void look_at_work(const Shown& shown);

  // Another launch is on the stage: only where one looks remains, as far as there is such a place.
  void forget(const Shown& shown);
  // Works out what belongs to it, where something has changed that it follows from: a frame, or what it knows of.
  // `lit` by a lesson, if one is shown.
  void settle(const Replay& replay, const Explainable& of, bool has_moved, Explanation view,
              const std::vector<Target>* lit);

 private:
  void find_links(const Replay& replay, const Explainable& of, Explanation view, const std::vector<Target>* lit);

  // What they were worked out for.
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
  std::optional<LinksMadeFor> known_links_;  // nothing where there is no target
};

}  // namespace tilescope
