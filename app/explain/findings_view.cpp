#include "app/explain/findings_view.h"

#include <fmt/format.h>

#include "app/explain/finding_words.h"
#include "app/explain/flow.h"
#include "instrumentation/launching/request/launch_words.h"

namespace tilescope {

namespace {

constexpr Wording plain{Ink::text, Face::sans, 0.9F, 1.4F};
constexpr Wording dim_words{Ink::dim, Face::sans, 0.85F, 1.4F};
constexpr Wording code{Ink::text, Face::mono, 0.8F, 1.4F};
constexpr float closed_height = 1.75F;  // of a finding that is not open

// What a beginner has to know first; the example with its names follows.
std::string lesson_of(const Finding& finding, const FindingText& told, const Explained& explained) {
  switch (finding.hazard) {
    case Hazard::barrier_divergence: return "Some threads of a block wait at a barrier that the others never reach.";
    case Hazard::endless_loop: return "A thread is in a loop that cannot end.";
    case Hazard::failed_assert: return "An assertion in the kernel failed, and the kernel stopped.";
    case Hazard::misaligned_access: return "An access needs an address aligned to its size, and this one is not.";
    case Hazard::mask_mismatch: return "A warp function is called with a mask that does not match the calling lanes.";
    case Hazard::race:
      return "Two threads access the same cell, at least one of them writes, and nothing decides which comes first.";
    case Hazard::uninitialised_read: return "A cell is read before any thread has stored to it.";
    case Hazard::out_of_bounds: return "A thread accesses memory outside an array.";
    case Hazard::store_conflict: return "Two threads store to the same element of a matrix.";
    case Hazard::wrong_result: break;
  }
  return fmt::format("{} is not {}.", told.array, explained.against);
}

// The explanation and the threads' deeds come before source lines, in case not everything fits.
bool tell_deeds(Flow& flow, const Finding& finding, const FindingText& told, const Explained& explained,
                bool with_code) {
  bool is_all = flow.words(lesson_of(finding, told, explained), plain);
  for (const Deed& deed : told.deeds) {
    is_all = is_all && flow.words(deed.words, plain, deed.moment, deed.doer);
    if (is_all && with_code && !deed.code.empty()) is_all = flow.words(deed.code, code);
  }
  return is_all;
}

// A class sees at the left what threads did, or else the total; the explanation follows. Returns the height.
float tell_for_a_class(Flow& flow, const Finding& finding, const FindingText& told, const Explained& explained) {
  for (const Deed& deed : told.deeds) flow.words(deed.words, plain, deed.moment, deed.doer);
  if (told.deeds.empty()) flow.words(fmt::format("In all: {} (counted).", told.total), plain);
  const float end = flow.y();
  flow.words(lesson_of(finding, told, explained), dim_words);
  if (told.deeds.empty()) flow.words(told.example, dim_words);
  return end;
}

void tell(Flow& flow, const Finding& finding, const FindingText& told, const Explained& explained, const View& view) {
  if (view.is_for_a_class()) return static_cast<void>(tell_for_a_class(flow, finding, told, explained));
  Picture nowhere;
  Flow trial(nowhere, {0, 0, view.width, flow.left() * view.text}, view.text);
  const bool has_room = tell_deeds(trial, finding, told, explained, true);
  tell_deeds(flow, finding, told, explained, has_room || told.deeds.size() < 2);
  flow.words(fmt::format("In all: {} (counted).", told.total), dim_words);
  flow.words(told.example, dim_words);
  flow.space(0.3F);
}

void tell_wrong_read(Flow& flow, const std::optional<Deed>& read) {
  if (!read || flow.left() < 3.2F) return;
  flow.words("The first wrong read", {Ink::text, Face::bold, 0.95F, 0});
  flow.words(read->words, {Ink::text, Face::sans, 0.9F, 0}, read->moment, read->doer);
}

std::string summary(const Explained& explained) {
  const std::size_t findings = explained.hazards.findings.size();
  if (findings == 0) return "No errors found.";
  if (!explained.hazards.errors())
    return fmt::format("{} possible {} in this run", findings, findings == 1 ? "finding" : "findings");
  return fmt::format("{} {} in this run", findings, findings == 1 ? "finding" : "findings");
}

// The summary above the findings.
void tell_summary(Flow& flow, const Explained& explained) {
  const Hazards& hazards = explained.hazards;
  flow.words(summary(explained), {Ink::text, Face::bold, 1, 0});
  if (hazards.errors() && hazards.is_right())
    flow.words(fmt::format("With this schedule, {} {} right.", explained.result_name,
                           explained.has_several_results() ? "are" : "is"),
               {Ink::text, Face::bold, 0.9F, 0});
  if (hazards.findings.empty())
    flow.words(
        hazards.result
            ? fmt::format("No race, no access out of bounds, no barrier divergence. {} {} {}.", explained.result_name,
                          hazards.is_right() ? (explained.has_several_results() ? "match" : "matches")
                                             : (explained.has_several_results() ? "differ from" : "differs from"),
                          explained.against)
            : "No race, no access out of bounds, no barrier divergence.",
        {Ink::dim, Face::sans, 0.85F, 0});
  for (const std::string& caveat : explained.caveats) flow.words(caveat, {Ink::dim, Face::sans, 0.85F, 0});
  flow.space(0.3F);
}

}  // namespace

float findings_height(const Explained& explained, std::size_t open, const View& view) {
  Picture nowhere;
  constexpr float enough = 100;
  Flow flow(nowhere, {0, 0, view.width, enough * view.text}, view.text);
  tell_summary(flow, explained);
  if (open >= explained.told.size()) return flow.y();
  flow.opener(explained.told[open].cause, Ink::bad, true, {});
  return tell_for_a_class(flow, explained.hazards.findings[open], explained.told[open], explained);
}

Picture findings_picture(const Explained& explained, std::size_t open, const View& view) {
  Picture picture = view.picture();
  Flow flow(picture, {0, 0, view.width, view.height}, view.text);
  const auto& findings = explained.hazards.findings;
  tell_summary(flow, explained);
  for (std::size_t n = 0; n < findings.size(); ++n) {
    const bool is_open = n == open;
    const std::size_t rest = findings.size() - n - 1;
    if (rest > 0 && flow.left() < closed_height + 1.4F) {
      flow.words(fmt::format("{} more", rest + 1), {Ink::dim, Face::sans, 0.85F, 1.4F});
      break;
    }
    if (!flow.opener(explained.told[n].cause, findings[n].severity == Severity::error ? Ink::bad : Ink::text, is_open,
                     {.kind = Target::Kind::finding, .number = static_cast<std::uint32_t>(n)}))
      break;
    if (!is_open) continue;
    // Other findings go below, but the open one gets at least half of the room. A class sees others only if they fit.
    const float below =
        view.is_for_a_class() ? 0 : std::min(closed_height * static_cast<float>(rest), 0.5F * flow.left());
    flow.reserve(below);
    tell(flow, findings[n], explained.told[n], explained, view);
    flow.free(below);
  }
  flow.space(0.4F);
  tell_wrong_read(flow, explained.wrong_read);
  return picture;
}

std::string findings_line(const Explainable& of) {
  const Trace& trace = of.trace;
  const Hazards& hazards = of.focus.explained->hazards;
  const std::string schedule =
      trace.backend() == Backend::cpu ? ", schedule " + words_of(trace.launch().schedule) : std::string();
  if (hazards.findings.empty()) return fmt::format("nothing found: {}{}", trace.launch().kernel, schedule);
  const Finding& finding = hazards.findings[std::min(of.choices.finding, hazards.findings.size() - 1)];
  return fmt::format("{}, {}{}: {}{}", cause_words(trace, finding), total_words(trace, finding),
                     hazards.is_right() ? fmt::format("; {} {} still right", of.focus.explained->result_name,
                                                      of.focus.explained->has_several_results() ? "are" : "is")
                                        : "",
                     trace.launch().kernel, schedule);
}

void mark_findings(const Explainable& of, StageOptions& stage) {
  stage.shows_wrong = true;
  const Explained* const explained = of.focus.explained;
  if (explained == nullptr || of.choices.finding >= explained->hazards.findings.size()) return;
  const Finding& finding = explained->hazards.findings[of.choices.finding];
  const auto& arrays = of.trace.arrays();
  if (finding.array >= arrays.size() || finding.accesses.empty()) return;
  if (arrays[finding.array].space == Space::shared && finding.accesses.front().block != of.frame.block) return;
  stage.suspect = ElementOf{finding.array, finding.cell};
}

}  // namespace tilescope
