// What a user can ask for, whichever way: a key, a click, a script. Panels return commands; the session applies them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "app/command/situation.h"
#include "app/replay/moments.h"
#include "app/stage/picture.h"
#include "instrumentation/cpu_side/cache.h"
#include "instrumentation/cpu_side/loops.h"
#include "kernels/catalogue.h"

namespace tilescope {

// What needs no more than its name.
enum class Act : std::uint8_t {
  forward,
  back,
  forward_more,  // by the next larger grain
  back_more,
  to_begin,
  to_end,
  play_or_pause,
  by_event,
  by_step,
  by_phase,
  next_barrier,
  previous_barrier,
  next_padding,
  previous_padding,
  next_touch,  // of the selected cell
  previous_touch,
  next_thread,
  previous_thread,
  next_block,
  previous_block,
  more_blocks,  // of a launch that is too large to be recorded as a whole
  fewer_blocks,
  deselect,
  swap_kernels,
  switch_lock,
  faster,
  slower,
  usual_speed,
  larger,
  smaller,
  usual_size,
  next_theme,
  switch_motion,
  fit_timeline,
  zoom_timeline_in,
  zoom_timeline_out,
  help,
  presenter,
  pointer,  // a spot where the mouse is, for those at the back
  notes,    // a second window, for whoever presents
  launch_panel,
  source_panel,
  show_findings,  // each of these opens its view, and closes it
  show_warps,
  show_heat,
  show_limits,
  show_cpu,
  show_times,
  next_choice,  // of the view that explains: another GPU, another cache
  previous_choice,
  more,  // its number: T of the limits, the place of the loops
  less,
  lesson_on,       // to the answer, to the end of the step, to the next one
  lesson_back,     // to the step before
  lesson_again,    // this step from its beginning
  lesson_restart,  // the lesson
  lesson_outline,
  lesson_close,
  lesson_next,  // the lesson to go on with
  reveal,
  show_why,  // where the answer can be seen
  screenshot,
  copy_line,
  copy_share,
  close,  // what is open: a banner, the help, the launch panel, what explains, the presenter's mode
  quit,
  // These are done to the one of a number, so no key does them alone; see Pick.
  vote,
  pick_step,
};

struct Seek {
  std::uint64_t moment = 0;
};

struct Select {
  Target target;
  bool as_partner = false;  // a second thread beside the selected one
};

struct Hover {
  Target target;
};

// Record this, and show it; or show the trace in this file.
struct Relaunch {
  Request request;
  std::string backend = "auto";
  std::string file;
  std::shared_ptr<const Launch> matrices = nullptr;  // A and B of this one, where the sides are the same
  std::string beside = {};                           // the kernel beside; empty: the one most worth comparing with
  std::optional<std::size_t> focus = {};             // the block that is looked at then
};

// Record this, and go there.
struct Reopen {
  Situation situation;
};

struct CancelRecording {};

struct OpenLesson {
  std::string file;
};

// An act that is done to the one of that number: a vote for a choice, going to a step of the lesson.
struct Pick {
  Act act = Act::vote;
  std::uint64_t number = 0;
};

// What was answered to the question that is open: a number, or a letter of one that is being typed.
struct Answer {
  std::string text;
};
struct TypeAnswer {
  char letter = 0;
};

struct Open {
  std::string path;
};

struct UseTheme {
  std::string name;
};

// What the view of limits models: a GPU by its name, and a tile width; 0 means the launch's.
struct UseGpu {
  std::string name;
};
struct UseTile {
  int tile = 0;
};
// Which table of times is looked at; as Times::names has them.
struct UseTable {
  std::size_t number = 0;
};

// What the view of a CPU models, and where it stands: a part of all accesses, or nothing for as far as playback is.
struct UseLoops {
  LoopSizes sizes;
  CacheShape shape;
};
struct PlaceLoops {
  std::optional<double> part;
};

struct Say {  // a banner
  std::string text;
  bool is_error = true;
};

using Command = std::variant<Act, Seek, Select, Hover, Relaunch, Reopen, CancelRecording, Open, UseTheme, UseGpu,
                             UseTile, UseTable, UseLoops, PlaceLoops, Say, OpenLesson, Pick, Answer, TypeAnswer>;

}  // namespace tilescope
