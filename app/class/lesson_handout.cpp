#include "app/class/lesson_handout.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "app/class/class_commands.h"
#include "app/command_line/other_programs.h"
#include "app/export/output.h"
#include "app/export/svg.h"
#include "app/lessons/library.h"
#include "app/names/share_string.h"
#include "app/stage/stage.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

constexpr float page_width = 960, page_height = 540, page_margin = 15,
                page_letters = 15;  // letter size of a picture before it is scaled to the page

Handout::Text text_of(const std::vector<lessons::Span>& spans) {
  Handout::Text text;
  for (const lessons::Span& span : spans) text.push_back({span.text, span.code});
  return text;
}

// Goes to the step's end, or to its question's moment.
std::uint64_t moment_of(const lessons::PreparedStep& step) { return step.question ? step.question->halt : step.to; }

void add_picture(Handout::Step& to, const lessons::PreparedStep& step, Grain grain) {
  const Replay& replay = *step.scene->replay;
  if (replay.blocks().empty() || replay.order().step_count() == 0) return;  // the launch was only counted
  const Frame frame = replay.at({moment_of(step), grain, step.block, step.thread, step.partner});
  std::vector<ElementOf> lit;
  for (const Target& target : step.lit)
    if (target.kind == Target::Kind::element && target.launch == 0) lit.push_back({target.array, target.number});
  View view;
  view.width = page_width - 2 * page_margin;
  view.height = page_height - 2 * page_margin;
  view.text = page_letters;
  view.linked_elements = lit;
  Picture picture;
  picture.width = page_width;
  picture.height = page_height;
  picture.ground = Ink::panel;
  picture.add(stage_picture(frame, {}, view), {page_margin, page_margin});
  to.svg = svg_of(picture, *find_theme("light"));
  to.says =
      fmt::format("{} ({}, block {}, thread {})", headline(frame), place_name(frame),
                  block_name(frame.scenery->launch(), frame.block), thread_name(frame.scenery->launch(), frame.thread));
}

Handout::Question question_of(const lessons::Asked& asked) {
  const bool chooses = asked.form == lessons::Question::Form::choice;
  return {text_of(asked.text), chooses ? asked.choices : std::vector<std::string>{}, asked.unit, asked.right(),
          text_of(asked.explain)};
}

// The share string of the picture's moment; empty if no string can hold it.
std::string share_of(const lessons::PreparedStep& step, Grain grain) try {
  const Launch& launch = step.scene->trace().launch();
  const auto place = [](std::size_t number, std::size_t across) {
    return Situation::GridPosition{static_cast<unsigned>(number / across), static_cast<unsigned>(number % across)};
  };
  Situation there;
  there.request = step.situation.request;
  there.backend = "cpu";
  there.beside = step.situation.beside == "none" ? "" : step.situation.beside;
  there.as_ran = step.situation.as_ran;
  there.moment = moment_of(step);
  there.grain = grain;
  there.block = place(step.block, launch.grid.x);
  there.thread = place(step.thread, launch.block.x);
  if (step.partner) there.partner = place(*step.partner, launch.block.x);
  return share_string(there);
} catch (const UsageError&) {
  return "";
}

// Each kernel shown or compared with, once, in the order of appearance.
void add_listing(Handout& handout, const lessons::Scene* scene) {
  if (scene == nullptr) return;
  const std::string& name = scene->trace().launch().kernel;
  const auto& all = handout.listings;
  if (std::none_of(all.begin(), all.end(), [&](const Handout::Listing& each) { return each.name == name; }))
    handout.listings.push_back({name, scene->trace().kernel_text()});
}

// TileScope's own self-contained page.
std::string page_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string page{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open()) throw UsageError(fmt::format("--live {}: cannot be read", path));
  if (page.find("id=\"pack\"") == std::string::npos)
    throw UsageError(
        fmt::format("--live {}: this is not TileScope's single-file page, build/web/tilescope.html, which "
                    "scripts/web makes",
                    path));
  return page;
}

struct HandoutOptions {
  std::string lesson, output, live;
};

void make_handout(const HandoutOptions& options) {
  if (std::filesystem::path(options.output).extension() != ".html")
    throw UsageError(fmt::format("--handout: writes one page; name its file, as in -o {}.html", options.lesson));
  Handout handout = handout_of(prepared_lesson(options.lesson));
  if (!options.live.empty()) handout.page = page_in(options.live);
  write_output(options.output, html_of(handout));
}

}  // namespace

Handout handout_of(const lessons::Prepared& prepared) {
  Handout handout;
  handout.title = prepared.lesson.title.text;
  handout.summary = prepared.lesson.summary.text;
  for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
    const lessons::PreparedStep& step = prepared.steps[n];
    Handout::Step& page = handout.steps.emplace_back();
    page.title = text_of(step.title);
    page.text = text_of(step.text);
    add_picture(page, step, prepared.lesson.steps[n].grain);
    page.share = share_of(step, prepared.lesson.steps[n].grain);
    if (step.question) page.question = question_of(*step.question);
    add_listing(handout, step.scene);
  }
  for (const lessons::PreparedStep& step : prepared.steps) add_listing(handout, step.beside);
  if (!prepared.steps.empty())
    handout.source = fmt::format(
        "Made with TileScope. Pictures and numbers come from recorded launches ({}), except numbers "
        "marked as modelled.",
        prepared.steps.front().scene->trace().executor());
  return handout;
}

lessons::Prepared prepared_lesson(const std::string& what) {
  lessons::Prepared prepared =
      lessons::prepare(lessons::find_lesson(lessons::lessons_folder(), what), std::make_shared<lessons::Scenes>("cpu"));
  if (prepared.mistakes.empty()) return prepared;
  throw UsageError(fmt::format("{}; `tilescope lessons --validate {}` lists all mistakes",
                               words_of(prepared.lesson.file, prepared.mistakes.front()), prepared.lesson.file));
}

void add_handout(Subcommand& program) {
  Subcommand& command = program.command(handout_command.name, handout_command.help);
  HandoutOptions& options = command.does<HandoutOptions>(make_handout);
  command.option("--lesson", options.lesson, "name, number or file of the lesson").required();
  command.option("--live", options.live, "TileScope's single-file web page").file();
  command.output_option(options.output).required();
}

}  // namespace tilescope::cli
