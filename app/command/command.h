// The commands of a user, sent by a key, a click or a script. Panels return commands; the session executes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "app/command/cube_look.h"
#include "app/command/keys.h"
#include "app/command/situation.h"
#include "app/replay/moments.h"
#include "app/stage/picture.h"
#include "instrumentation/cpu_side/cache.h"
#include "instrumentation/cpu_side/loops.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

struct Seek {
  std::uint64_t moment = 0;
};

// A click on a place: executes its button, or selects, opens or goes to the place.
struct Select {
  Target target;
  bool as_partner = false;  // becomes the second thread beside the selected one
};

struct Hover {
  Target target;
};

// Records this launch and shows it, or shows the trace in this file.
struct Relaunch {
  Request request;
  std::string backend = "auto";
  std::string file;
  std::shared_ptr<const Launch> matrices = nullptr;  // takes A and B from this launch if the sides are equal
  std::string beside = {};                           // the kernel beside; empty: the one most worth comparing with
  std::optional<std::size_t> focus = {};             // the block to show
  bool as_ran = false;                               // in the order in which threads ran, not in lockstep
  std::uint64_t typed = 0;                           // the version of the edited source
  std::shared_ptr<const Launch> edits = nullptr;     // the edited source's previous launch, which continues if possible
  std::uint64_t most_rounds = 0;                     // the limit for a thread's loops; see Launch
  bool closes_lesson = false;                        // the launch does not belong to the open lesson
};

// Records the situation's launch and restores the screen.
struct Reopen {
  Situation situation;
};

struct CancelRecording {};

struct OpenLesson {
  std::string file;
  std::string step = {};  // the step to begin with, by name or by number from 1; empty: the first one
  std::optional<std::uint64_t> moment = {};  // where to stop there; empty: the step plays
};

struct OpenTask {
  std::string file;
};

struct LoopLessons {};  // plays all lessons

// Opens the question of this step without playing up to it.
struct OpenQuestion {};

// An answer to the open question: a clicked place, or a number as text.
struct Answer {
  std::variant<std::string, Target> given;
};

struct Open {
  std::string path;
};

struct UseTheme {
  std::string name;
};

// The inputs of the view of limits: a GPU by name, and a tile width; 0 is the launch's.
struct UseGpu {
  std::string name;
};
struct UseTile {
  int tile = 0;
};
// The registers per thread of a kernel, from the user; empty: as compiled, or unknown.
struct UseRegisters {
  std::string kernel;
  std::optional<int> registers;
};
// The table of times to show, by its index in Times::names.
struct UseTable {
  std::size_t number = 0;
};

// The inputs of the view of a CPU, and its place: a fraction of all accesses; empty: follows playback.
struct UseLoops {
  LoopSizes sizes;
  CacheShape shape;
};
struct PlaceLoops {
  std::optional<double> part;
};

// A key for the edited source, and other edits.
struct TypeKey {
  KeyPress key;
  std::size_t page = 30;  // visible lines, for Page Up and Page Down
};
struct PlaceCaret {
  std::size_t line = 0, column = 0;
  bool selects = false;
  int clicks = 1;  // 2: selects the word, 3: selects the line; 0: the mouse is dragged
};
// A change of the source that was made elsewhere, such as in a text field of a page; then the selection. In bytes.
struct TypeOver {
  std::size_t begin = 0, end = 0;  // the replaced part
  std::string with;
  std::size_t anchor = 0, caret = 0;
};
// The lines of the source in sight, from 1; 0: none is.
struct SeeLines {
  std::size_t first = 0, last = 0;
  bool operator==(const SeeLines&) const = default;
};
struct PasteText {
  std::string text;
};
struct Find {
  std::string text;
  bool forward = true, minds_case = false;
};
// Searches while the search text is typed: the first match from where the caret was.
struct FindHere {
  std::string text;
  bool minds_case = false;
};
struct Replace {
  std::string text, with;
  bool all = false, minds_case = false;
};
// A source without a file, or one that differs from its file.
struct OpenText {
  std::string file, text;
  std::string launch = {};  // the launch as a share string
};
struct OpenDraft {
  std::string path;
};
// Offers a draft, which opens if the user agrees.
struct OfferDraft {
  std::string path, file, when;
};
struct KeepDraft {};  // saves the draft now
// The folders for drafts and for answers to tasks. Without a folder, they are not kept.
struct UseDrafts {
  std::filesystem::path folder;
};
struct UseAnswers {
  std::filesystem::path folder;
};
struct SaveText {
  std::string path;
};
struct ReloadText {};  // from its file
// The run beside an edited source: the one before this edit, the one of the source as opened, or another kernel's.
enum class Standing : std::uint8_t { before, opened, kernel };
struct StandBeside {
  Standing which = Standing::before;
  std::string kernel = {};  // another kernel by its name or file; empty: the one most worth comparing with
};

struct LookAtCube {
  CubeLook look;
};

// Shows a variable in all threads of the block; pins a variable at the top, or unpins it.
struct UseVariable {
  std::string name;
};
struct PinVariable {
  std::string name;
};
// Goes to the next or previous moment at which a condition on the threads' variables begins to hold.
struct RunTo {
  std::string condition;
  bool forward = true;
};

// A panel's border was dragged: its new width or height in text sizes; 0 is the default.
struct SizePanel {
  std::string panel;
  float size = 0;
};

struct Say {  // a banner
  std::string text;
  bool is_error = true;
};
struct EndNotice {};  // goes on after a notice

using AnyCommand =
    std::variant<Act, Explain, Vote, TypeAnswer, GoToStep, ShowLaunch, SwitchLine, ShowPanel, Seek, Select, Hover,
                 Relaunch, Reopen, CancelRecording, Open, UseTheme, UseGpu, UseTile, UseRegisters, UseTable, UseLoops,
                 PlaceLoops, LookAtCube, UseVariable, PinVariable, RunTo, SizePanel, Say, OpenLesson, OpenTask,
                 LoopLessons, OpenQuestion, Answer, TypeKey, PlaceCaret, TypeOver, SeeLines, PasteText, Find, FindHere,
                 Replace, StandBeside, OpenText, OpenDraft, OfferDraft, KeepDraft, UseDrafts, UseAnswers, SaveText,
                 ReloadText, EndNotice>;

// A separate class, so that copying and moving so many types is compiled in one place only.
struct Command : AnyCommand {
  using AnyCommand::AnyCommand;
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
};

// The command of a key or a button.
[[nodiscard]] Command command_of(const Ask& ask);

}  // namespace tilescope
