#include "app/explain/findings_view.h"

#include <fmt/format.h>

#include "app/explain/finding_words.h"
#include "app/stage/flow.h"
#include "instrumentation/launching/request/launch_words.h"

namespace tilescope {

namespace {

constexpr Wording plain{Ink::text, Face::sans, 0.9F, 1.4F};
constexpr Wording dim_words{Ink::dim, Face::sans, 0.85F, 1.4F};
constexpr Wording code{Ink::text, Face::mono, 0.8F, 1.4F};

// What a beginner has to know first; the example with its names follows.
std::string lesson_of(const Finding& finding, const FindingText& told, const Explained& explained) {
  switch (finding.hazard) {
    case Hazard::barrier_divergence: return "Some threads of a block wait at a barrier that the others never reach.";
    case Hazard::endless_loop: return "A thread is in a loop that cannot end.";
    case Hazard::failed_assert: return "An assertion in the kernel failed, and the kernel stopped.";
    case Hazard::misaligned_access:
      return "An access needs an address that is aligned to its size, and this address is not.";
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

std::optional<Target> leads_to(const Deed& deed, Target::Kind kind = Target::Kind::moment) {
  if (!deed.moment) return std::nullopt;
  return Target{.kind = kind, .number = deed.doer, .moment = *deed.moment};
}

// A class sees first what threads did, or else the total; the explanation follows.
void tell_what_happened(Flow& flow, const FindingText& told, bool is_for_a_class) {
  for (const Deed& deed : told.deeds) {
    flow.words(deed.words, plain, leads_to(deed));
    if (!is_for_a_class && !deed.code.empty()) flow.words(deed.code, code);
  }
  if (!is_for_a_class || told.deeds.empty())
    flow.words(fmt::format("In total: {} (counted).", told.total), is_for_a_class ? plain : dim_words);
}

void tell(Flow& flow, const Finding& finding, const FindingText& told, const Explained& explained,
          bool is_for_a_class) {
  const std::string lesson = lesson_of(finding, told, explained);
  if (!is_for_a_class) flow.words(lesson, plain);
  tell_what_happened(flow, told, is_for_a_class);
  if (is_for_a_class) flow.words(lesson, dim_words);
  if (!is_for_a_class || told.deeds.empty()) flow.words(told.example, dim_words);
  flow.space(0.3F);
}

void tell_wrong_read(Flow& flow, const std::optional<Deed>& read) {
  if (!read) return;
  flow.words("The first wrong read", {Ink::text, Face::bold, 0.95F, 0});
  flow.words(read->words, {Ink::text, Face::sans, 0.9F, 0}, leads_to(*read, Target::Kind::as_ran));
  flow.space(0.4F);
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
    flow.note(hazards.result
                  ? fmt::format("No race, no access out of bounds, no barrier divergence. {} {} {}.",
                                explained.result_name,
                                hazards.is_right() ? (explained.has_several_results() ? "match" : "matches")
                                                   : (explained.has_several_results() ? "differ from" : "differs from"),
                                explained.against)
                  : "No race, no access out of bounds, no barrier divergence.");
  for (const std::string& caveat : explained.caveats) flow.note(caveat);
  flow.space(0.3F);
}

}  // namespace

float findings_height(const Explained& explained, std::size_t open, const View& view) {
  return height_of(view.width, view.text, [&](Flow& flow) {
    tell_summary(flow, explained);
    if (open >= explained.told.size()) return;
    flow.opener(explained.told[open].cause, Ink::bad, true, {});
    tell_what_happened(flow, explained.told[open], true);
  });
}

Picture findings_picture(const Explained& explained, std::size_t open, const View& view) {
  Picture picture = view.picture();
  Flow flow(picture, view);
  const auto& findings = explained.hazards.findings;
  tell_summary(flow, explained);
  // Below many findings, the first wrong read would be out of sight.
  const bool is_read_first = findings.size() > 3;
  if (is_read_first) tell_wrong_read(flow, explained.wrong_read);
  for (std::size_t n = 0; n < findings.size(); ++n) {
    const float top = flow.y();
    flow.opener(explained.told[n].cause, findings[n].severity == Severity::error ? Ink::bad : Ink::text, n == open,
                {.kind = Target::Kind::finding, .number = static_cast<std::uint32_t>(n)});
    if (n != open) continue;
    tell(flow, findings[n], explained.told[n], explained, view.is_for_a_class());
    if (n > 0) picture.wanted = Box{0, top, view.width, flow.y() - top};
  }
  flow.space(0.4F);
  if (!is_read_first) tell_wrong_read(flow, explained.wrong_read);
  picture.height = flow.y();  // other parts follow
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
