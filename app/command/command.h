// What a user can ask for, whichever way: a key, a click, a script. Panels return commands; the session applies them.
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

// What a click does to a place: what its button asks for, or it is selected, opened, gone to.
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
  bool as_ran = false;                               // in the order in which threads ran, not in lockstep
  std::uint64_t typed = 0;                           // the version of the text that somebody types
  std::shared_ptr<const Launch> edits = nullptr;     // of which this was the launch before, that goes on if it can
  std::uint64_t most_rounds = 0;                     // of a thread's loops then; see Launch
};

// Record this, and go there.
struct Reopen {
  Situation situation;
};

struct CancelRecording {};

struct OpenLesson {
  std::string file;
};

struct OpenTask {
  std::string file;
};

struct LoopLessons {};  // one after the other, by themselves

// The question of this step, though nothing has been played.
struct OpenQuestion {};

// What was answered to the question that is open: what was clicked, or a number in words; or a letter of one that is
// being typed.
struct Answer {
  std::variant<std::string, Target> given;
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

// A key of the text that is edited, and what else is done to it.
struct TypeKey {
  KeyPress key;
  std::size_t page = 30;  // lines that are in sight, for Page Down
};
struct PlaceCaret {
  std::size_t line = 0, column = 0;
  bool selects = false;
  int clicks = 1;  // 2: the word, 3: the line; 0: the mouse is dragged
};
struct PasteText {
  std::string text;
};
struct Find {
  std::string text;
  bool forward = true, minds_case = false;
};
// The same while it is still being typed: the first one from where the caret was.
struct FindHere {
  std::string text;
  bool minds_case = false;
};
struct Replace {
  std::string text, with;
  bool all = false, minds_case = false;
};
// A text that is in no file yet, or is another than the file's.
struct OpenText {
  std::string file, text;
  std::string launch = {};  // a share string that says how it was run
};
struct OpenDraft {
  std::string path;
};
// Says that this one is there, and opens it if that is wanted.
struct OfferDraft {
  std::string path, file, when;
};
struct KeepDraft {};  // of what is typed, now
// Where what is typed is kept until it is saved, and where answers to tasks are; without that, they are not.
struct UseDrafts {
  std::filesystem::path folder;
};
struct UseAnswers {
  std::filesystem::path folder;
};
struct SaveText {
  std::string path;
};
struct ReloadText {};  // as its file has it
// What stands beside a text that is edited: the run before this edit, that of the text as it was opened, or another
// kernel.
enum class Standing : std::uint8_t { before, opened, kernel };
struct StandBeside {
  Standing which = Standing::before;
  std::string kernel = {};  // another one by its name or its file; empty: the one most worth comparing with
};

// A variable that is shown in all threads of the block, and one that is pinned at the top, or not any more.
struct LookAtCube {
  CubeLook look;
};

struct UseVariable {
  std::string name;
};
struct PinVariable {
  std::string name;
};
// The list in the view that explains begins with this row.
struct ScrollRows {
  std::size_t first = 0;
};
// Waits for a condition of the threads' variables, and goes to where it begins to hold next, or did before.
struct RunTo {
  std::string condition;
  bool forward = true;
};

struct Say {  // a banner
  std::string text;
  bool is_error = true;
};
struct EndNotice {};  // for the reader goes on

using AnyCommand =
    std::variant<Act, Explain, Vote, GoToStep, ShowLaunch, SwitchLine, Seek, Select, Hover, Relaunch, Reopen, CancelRecording, Open,
                 UseTheme, UseGpu, UseTile, UseTable, UseLoops, PlaceLoops, LookAtCube, UseVariable, PinVariable,
                 ScrollRows, RunTo, Say, OpenLesson, OpenTask, LoopLessons, OpenQuestion, Answer, TypeAnswer, TypeKey,
                 PlaceCaret, PasteText, Find, FindHere, Replace, StandBeside, OpenText, OpenDraft, OfferDraft,
                 KeepDraft, UseDrafts, UseAnswers, SaveText, ReloadText, EndNotice>;

// A class of its own, so that what copies and moves so many kinds is compiled in one place.
struct Command : AnyCommand {
  using AnyCommand::AnyCommand;
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
};

// What was asked for by a key or a button, as a command.
[[nodiscard]] Command command_of(const Ask& ask);

}  // namespace tilescope
