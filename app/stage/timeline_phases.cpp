#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/timeline.h"

namespace tilescope {

namespace {

class Phases {
 public:
  Phases(Picture& picture, const Frame& frame, const TimelineAxis& axis, const std::optional<Waits>& waits,
         const std::optional<StepRange>& range)
      : picture_(picture),
        scenery_(*frame.scenery),
        frame_(frame),
        axis_(axis),
        waits_(waits),
        range_(range),
        small_(0.85F * axis.unit) {}

  void draw() {
    if (scenery_.order().is_of_turns()) return draw_turns();
    const std::vector<Phase>& phases = scenery_.order().phases();
    draw_row_name("phase");
    if (frame_.steps == 0) return;
    if (phases.empty()) {
      draw_outline();
      const std::string words = "no phases: nothing goes through shared memory";
      if (range_) return draw_key({words, "no phases"}, *range_);
      put_first(picture_, axis_.phases.inset(2), {words, "no phases"}, small_, Ink::faint, Face::sans, Align::center);
      return;
    }
    const float width = axis_.width_of_step() * static_cast<float>(phases[0].end_step - phases[0].first_step);
    if (width < 3) {
      draw_many_phases();
      return;
    }
    // Names every phase, or every second, fifth, tenth and so on, as they fit.
    const float name_width = text_width(phase_name(frame_.phases - 1, width), small_, Face::bold) + small_;
    std::uint32_t every = 1;
    for (std::uint32_t n = 0; static_cast<float>(every) * width < name_width && every < frame_.phases; ++n)
      every = every / (n % 3 == 1 ? 2U : 1U) * (n % 3 == 1 ? 5U : 2U);
    for (std::uint32_t number = 0; number < phases.size(); ++number) {
      const Box band = axis_.span(phases[number].first_step, phases[number].end_step, axis_.phases);
      if (band.w > 0) draw_phase(number, band, every);
    }
  }

  void draw_range(const StepRange& range) {
    draw_row_name("shares");
    draw_outline();
    const std::string steps = range.end - range.first == 1
                                  ? fmt::format("step {}", count_name(range.end))
                                  : fmt::format("steps {}–{}", count_name(range.first + 1), count_name(range.end));
    const std::string phases = phases_in(range);
    if (phases.empty())
      draw_key({steps}, range);
    else
      draw_key({phases + ", " + steps, phases}, range);
  }

 private:
  void draw_row_name(const char* name) {
    const Box& row = axis_.phases;
    put(picture_, {axis_.names, row.y, axis_.left - axis_.names - 0.3F * axis_.unit, row.h}, name, small_, Ink::dim);
  }

  void draw_outline() { picture_.shapes.push_back({axis_.phases, Ink::none, Ink::edge, 1, 0.2F * axis_.unit}); }

  // The shares of the block's threads, behind words.
  void draw_key(std::initializer_list<std::string> words, const StepRange& range) {
    std::vector<std::uint32_t> threads(scenery_.threads_per_block());
    std::iota(threads.begin(), threads.end(), 0U);
    const Box& row = axis_.phases;
    const float inset = 0.5F * axis_.unit;
    draw_shares_key(picture_, {row.x + inset, row.y, row.w - 2 * inset, row.h}, words, small_, scenery_,
                    StepShares(scenery_, frame_.block, threads).in(range));
  }

  // "phase 3", "phases 3–6"; empty if no phase has steps there.
  [[nodiscard]] std::string phases_in(const StepRange& range) const {
    const std::vector<Phase>& phases = scenery_.order().phases();
    std::size_t first = phases.size(), last = 0;
    for (std::size_t n = 0; n < phases.size(); ++n)
      if (phases[n].first_step < range.end && range.first < phases[n].end_step) first = std::min(first, n), last = n;
    if (first == phases.size()) return "";
    return first == last ? fmt::format("phase {}", first) : fmt::format("phases {}–{}", first, last);
  }

  [[nodiscard]] std::string phase_name(std::uint32_t number, float width) const {
    const std::string name = fmt::format("phase {}", number);
    return text_width(name, small_, Face::bold) + small_ <= width ? name : std::to_string(number);
  }

  void draw_phase(std::uint32_t number, const Box& band, std::uint32_t every) {
    const bool now = frame_.phase == number && !frame_.at_begin;
    const float gap = band.w >= 8 ? 1 : 0;
    const Box inner{band.x + gap, band.y, band.w - 2 * gap, band.h};
    const float opacity = now ? 0.25F : number % 2 == 0 ? 0.16F : 0.08F;
    picture_.shapes.push_back({inner, now ? Ink::now : Ink::text, now ? Ink::now : Ink::none,
                               band.w >= 12 ? 2.0F : 1.0F, band.w >= 12 ? 0.2F * axis_.unit : 0, opacity});
    const std::optional<double> share = share_of(number);
    if (share) draw_share(inner, *share);
    if (number % every != 0) return;
    std::string name = phase_name(number, band.w);
    if (share) {
      const std::string with_share = fmt::format("{}: {:.0f} % at barriers", name, 100 * *share);
      if (text_width(with_share, small_, Face::bold) + small_ <= band.w) name = with_share;
    }
    const float width = text_width(name, small_, Face::bold) + 0.3F * small_;
    Box box{band.middle().x - std::max(width, band.w) / 2, band.y, std::max(width, band.w), band.h};
    if (width > band.w) box = {band.x, band.y, width, band.h};
    if (box.right() > axis_.right + 1 || box.x < axis_.left - 1) return;
    if (width > band.w * static_cast<float>(every)) return;
    put(picture_, box, name, small_, now ? Ink::text : Ink::dim, now ? Face::bold : Face::sans,
        width > band.w ? Align::left : Align::center);
  }

  // The share of time that warps waited, from the barrier before the phase to the phase's last barrier.
  [[nodiscard]] std::optional<double> share_of(std::uint32_t number) const {
    if (!waits_) return std::nullopt;
    const Order& order = scenery_.order();
    const Phase& phase = order.phases()[number];
    Waited all;
    for (std::uint32_t n = order.interval_of(phase.first_step); n <= order.interval_of(phase.end_step - 1); ++n)
      if (n < waits_->barriers.size() && waits_->barriers[n].of > 0) {
        all.ticks += waits_->barriers[n].ticks;
        all.of += waits_->barriers[n].of;
      }
    return all.share();
  }

  // A line along the lower edge of the band, as long as the share.
  void draw_share(const Box& band, double share) {
    const float high = std::max(2.0F, 0.2F * band.h);
    picture_.shapes.push_back(
        {{band.x, band.bottom() - high, band.w * static_cast<float>(std::min(1.0, share)), high}, Ink::wait});
  }

  // The thread whose turn it is, if its name fits; if it is in another block, that block.
  void draw_turns() {
    const Box& row = axis_.phases;
    draw_row_name("turn");
    draw_outline();
    const std::vector<TurnSteps>& turns = scenery_.order().turns();
    const std::uint32_t threads = scenery_.threads_per_block();
    for (std::size_t n = 0; n < turns.size();) {
      std::size_t end = n + 1;
      const bool is_here = turns[n].block == frame_.block;
      while (!is_here && end < turns.size() && turns[end].block == turns[n].block) ++end;
      const Box band = axis_.span(turns[n].first_step, turns[end - 1].end_step, row);
      if (band.w > 0) draw_turn(turns[n], turns[end - 1].end_step, is_here && threads > 1, n, band);
      n = end;
    }
  }

  void draw_turn(const TurnSteps& turn, std::uint32_t end_step, bool is_here, std::size_t number, const Box& band) {
    const bool now = !frame_.at_begin && turn.first_step <= frame_.step && frame_.step < end_step;
    const float gap = band.w >= 8 ? 1 : 0;
    const Box inner{band.x + gap, band.y, band.w - 2 * gap, band.h};
    picture_.shapes.push_back({inner, now ? Ink::now : Ink::text, now ? Ink::now : Ink::none,
                               band.w >= 12 ? 2.0F : 1.0F, band.w >= 12 ? 0.2F * axis_.unit : 0,
                               now               ? 0.25F
                               : number % 2 == 0 ? 0.16F
                                                 : 0.08F});
    const std::string name =
        is_here ? thread_name(scenery_.launch(), turn.thread) : "block " + block_name(scenery_.launch(), turn.block);
    const Face face = now ? Face::bold : is_here ? Face::mono : Face::sans;
    if (text_width(name, small_, face) + 0.4F * small_ > band.w) return;
    put(picture_, band, name, small_, now ? Ink::text : Ink::dim, face, Align::center);
  }

  // If phases are too narrow to tell apart: one band, with the current part marked.
  void draw_many_phases() {
    const std::vector<Phase>& phases = scenery_.order().phases();
    const Box all = axis_.span(phases.front().first_step, phases.back().end_step, axis_.phases);
    picture_.shapes.push_back({all, Ink::text, Ink::none, 1, 0.2F * axis_.unit, 0.08F});
    if (frame_.phase && !frame_.at_begin) {
      const Box done = axis_.span(phases.front().first_step, phases[*frame_.phase].end_step, axis_.phases);
      picture_.shapes.push_back({done, Ink::text, Ink::none, 1, 0.2F * axis_.unit, 0.12F});
    }
    const std::string name = frame_.phase && !frame_.at_begin
                                 ? fmt::format("phase {} of {}", *frame_.phase, count_name(frame_.phases))
                                 : fmt::format("{} phases", count_name(frame_.phases));
    const std::optional<double> share = waits_ ? waits_->all.share() : std::nullopt;
    const std::string with_share =
        share ? fmt::format("{}; barriers cost {:.0f} % of this kernel's time here", name, 100 * *share) : name;
    if (share) draw_share(all, *share);
    if (range_) return draw_key({with_share, name}, *range_);
    put(picture_, all.inset(1), first_that_fits({with_share, name}, all.w, small_, Face::sans), small_, Ink::text,
        Face::sans, Align::center);
  }

  Picture& picture_;
  const Scenery& scenery_;
  const Frame& frame_;
  const TimelineAxis& axis_;
  const std::optional<Waits>& waits_;
  const std::optional<StepRange>& range_;
  float small_;  // of names
};

}  // namespace

void draw_phases(Picture& picture, const Frame& frame, const TimelineAxis& axis, const std::optional<Waits>& waits,
                 const std::optional<StepRange>& range) {
  Phases(picture, frame, axis, waits, range).draw();
}

void draw_range(Picture& picture, const Frame& frame, const TimelineAxis& axis, const StepRange& range) {
  Phases(picture, frame, axis, std::nullopt, std::nullopt).draw_range(range);
}

}  // namespace tilescope
