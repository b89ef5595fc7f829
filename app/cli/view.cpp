// tilescope view: the window.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include <imgui.h>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/desk/desk.h"
#include "app/export/png.h"
#include "app/gl/window.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using Clock = std::chrono::steady_clock;

void run(const LaunchOptions& launch) {
  Settings settings;
  Session session(settings);
  session.apply(Relaunch{launch.request, launch.backend});
  Window::Options how;
  Window window(how);
  Gui gui(window);
  session.wait_for_recording();
  Desk desk(session, gui, window);
  auto last = Clock::now();
  while (!window.closing()) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    desk.frame(seconds);
    window.present();
    const Session::Wishes wishes = session.take_wishes();
    if (wishes.quit) break;
    if (wishes.fullscreen) window.set_fullscreen(session.presents());
    if (!wishes.clipboard.empty()) ImGui::SetClipboardText(wishes.clipboard.c_str());
    for (const std::string& path : window.take_dropped()) session.apply(Open{path});
    if (desk.is_busy()) window.poll();
    else window.wait(0.5);
  }
}

}  // namespace

void add_view(CLI::App& program) {
  auto* command = program.add_subcommand("view", "the window (the default)");
  auto options = std::make_shared<LaunchOptions>();
  options->add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace tilescope::cli
