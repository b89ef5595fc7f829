// tilescope render: pictures of any moment, with no display.
#include <fmt/format.h>

#include <charconv>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/output.h"
#include "app/desk/desk.h"
#include "app/desk/script.h"
#include "app/desk/state.h"
#include "app/export/png.h"
#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

struct RenderOptions {
  LaunchOptions launch;
  std::string output = "tilescope.png";
  int width = 1600, height = 900;
  float scale = 1;
  std::string theme = "dark", at = "begin", grain = "step", script, state;
};

// "begin", "end", "step 10", "phase 1" or "moment 37".
void go_to(Session& session, const std::string& at) {
  if (at == "begin") return;
  if (at == "end") return session.apply(Act::to_end);
  const Replay& replay = session.replay();
  const std::size_t space = at.find_first_of(" :=");
  std::uint64_t number = 0;
  const std::string what = at.substr(0, space);
  if (space != std::string::npos) std::from_chars(at.data() + space + 1, at.data() + at.size(), number);
  if (what == "step" && number >= 1 && number <= replay.order().step_count())
    return session.apply(Seek{replay.moments().end_of(static_cast<std::uint32_t>(number - 1))});
  if (what == "phase" && number < replay.order().phases().size())
    return session.apply(Seek{replay.moments().end_of(replay.order().phases()[number].first_step)});
  if (what == "moment" && number <= replay.moments().count()) return session.apply(Seek{number});
  throw UsageError(fmt::format(
      "--at {}: give begin, end, step:1 to step:{}, phase:0 to phase:{} or moment:0 to moment:{}", at,
      replay.order().step_count(), std::max<std::size_t>(replay.order().phases().size(), 1) - 1,
      replay.moments().count()));
}

void run(const RenderOptions& options) {
  Settings settings;
  if (find_theme(options.theme) == nullptr)
    throw UsageError(fmt::format("--theme {}: give one of dark, light, contrast", options.theme));
  settings.theme = options.theme;
  settings.zoom = options.scale;
  Session session(settings);
  session.apply(Relaunch{options.launch.request, options.launch.backend});
  session.wait_for_recording();
  if (!session.has_trace()) throw UsageError(session.banner() ? session.banner()->text : "nothing was recorded");
  session.apply(options.grain == "event" ? Act::by_event : options.grain == "phase" ? Act::by_phase : Act::by_step);
  go_to(session, options.at);

  EglContext context;
  Offscreen surface({options.width, options.height});
  Gui gui(surface);
  Desk desk(session, gui, surface);
  desk.frame(0);
  for (const std::string& warning : gui.fonts().warnings()) fmt::print(stderr, "tilescope: {}\n", warning);
  const auto save = [&](const std::string& path) { write_png(path, surface.read()); };
  if (!options.script.empty()) {
    Script script(options.script, read_script(options.script));
    const Script::Stage stage{session, desk, gui, [&](Extent size) { surface.resize(size); }, save,
                              [](const std::vector<std::string>& words) {
                                LaunchOptions launch;
                                CLI::App parser;
                                launch.add_to(parser);
                                std::vector<std::string> reversed(words.rbegin(), words.rend());
                                try {
                                  parser.parse(reversed);
                                } catch (const CLI::ParseError& error) {
                                  throw UsageError(error.what());
                                }
                                return Relaunch{launch.request, launch.backend};
                              }};
    while (script.next(stage)) {
    }
    return;
  }
  save(options.output);
  if (!options.state.empty()) write_output(options.state, state_of(session, desk.screen()).dump(2) + "\n");
}

}  // namespace

void add_render(CLI::App& program) {
  auto* command = program.add_subcommand("render", "pictures of any moment, with no display");
  auto options = std::make_shared<RenderOptions>();
  options->launch.add_to(*command);
  command->add_option("-o,--output", options->output, "the picture's file")->capture_default_str();
  command->add_option("--at", options->at, "begin, end, step:N (from 1), phase:N (from 0), moment:N")
      ->capture_default_str();
  command->add_option("--width", options->width, "in pixels")->capture_default_str()->check(CLI::Range(320, 16384));
  command->add_option("--height", options->height, "in pixels")->capture_default_str()->check(CLI::Range(200, 16384));
  command->add_option("--scale", options->scale, "of text and controls")->capture_default_str()->check(CLI::Range(0.5, 4.0));
  command->add_option("--theme", options->theme, "dark, light or contrast")->capture_default_str();
  command->add_option("--by", options->grain, "event, step or phase: what is lit")
      ->capture_default_str()
      ->check(CLI::IsMember({"event", "step", "phase"}));
  command->add_option("--script", options->script, "drives the window with the commands of this file");
  command->add_option("--state-json", options->state, "what is on the picture, as data, into this file");
  command->callback([options] { run(*options); });
}

}  // namespace tilescope::cli
