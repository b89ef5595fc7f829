#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "instrumentation/launching/request/launch_words.h"

namespace tilescope {

namespace {

class Row {
 public:
  Row(Picture& picture, float text, float height, float target)
      : picture_(picture), text_(text), height_(height), target_(target) {}

  // `playing` shows the sign of a pause.
  void icon(Act act, bool playing = false) {
    const float wide = std::max(2.6F * text_, target_), high = std::max(2.1F * text_, target_);
    const Box box{x_, (height_ - high) / 2, wide, high};
    picture_.shapes.push_back({box, Ink::panel, playing ? Ink::now : Ink::edge, 1, 0.35F * text_, 1, Mark::none});
    picture_.hits.push_back({box, button(act)});
    const Point middle = box.middle();
    draw(act, {middle.x - 0.68F * text_, middle.y - 0.43F * text_, 1.36F * text_, 0.86F * text_}, playing);
    x_ = box.right() + icon_gap * text_;
  }
  static constexpr float icon_gap = 0.35F;

  void word(Act act, const std::string& what, bool is_chosen, float wide) {
    const float high = std::max(2.1F * text_, target_);
    const Box box{x_, (height_ - high) / 2, std::max(wide * text_, target_), high};
    picture_.hits.push_back({box, button(act)});
    put(picture_, box, what, 0.95F * text_, is_chosen ? Ink::text : Ink::dim, is_chosen ? Face::bold : Face::sans,
        Align::center);
    if (is_chosen)
      picture_.shapes.push_back(
          {{box.x + 0.3F * text_, box.bottom() - 0.25F * text_, box.w - 0.6F * text_, 0.2F * text_}, Ink::now});
    x_ = box.right();
  }

  void framed(Act act, const std::string& what, float wide) {
    const float high = std::max(1.7F * text_, target_);
    const Box box{x_, (height_ - high) / 2, std::max(wide * text_, target_), high};
    picture_.shapes.push_back({box, Ink::panel, Ink::edge, 1, 0.3F * text_, 1, Mark::none});
    picture_.hits.push_back({box, button(act)});
    put(picture_, box, what, 0.85F * text_, Ink::text, Face::sans, Align::center);
    x_ = box.right();
  }

  void say(const std::string& what, float wide, Ink ink = Ink::dim, Face face = Face::sans, Align align = Align::left) {
    put(picture_, {x_, 0, wide * text_, height_}, what, 0.95F * text_, ink, face, align);
    x_ += wide * text_;
  }

  void space(float wide) { x_ += wide * text_; }
  [[nodiscard]] float x() const { return x_; }

 private:
  void play(Box box, bool forward, Ink ink = Ink::text) {
    const float back = forward ? box.x : box.right(), tip = forward ? box.right() : box.x;
    picture_.triangles.push_back({{Point{back, box.y}, Point{tip, box.middle().y}, Point{back, box.bottom()}}, ink});
  }
  void bar(float x, Box box) { picture_.shapes.push_back({{x, box.y, 0.24F * text_, box.h}, Ink::text}); }

  void pause(const Box& box) {
    for (const float x : {box.x + 0.15F * text_, box.right() - 0.5F * text_})
      picture_.shapes.push_back({{x, box.y, 0.35F * text_, box.h}, Ink::now});
  }

  void draw(Act act, Box box, bool playing) {
    const float half = box.w / 2;
    switch (act) {
      case Act::to_begin:
        bar(box.x, box);
        play({box.x + 0.35F * text_, box.y, box.w - 0.35F * text_, box.h}, false);
        return;
      case Act::to_end:
        bar(box.right() - 0.24F * text_, box);
        play({box.x, box.y, box.w - 0.35F * text_, box.h}, true);
        return;
      case Act::back: return play({box.x + 0.2F * half, box.y, box.w - 0.4F * half, box.h}, false);
      case Act::forward: return play({box.x + 0.2F * half, box.y, box.w - 0.4F * half, box.h}, true);
      default: break;
    }
    if (act != Act::play_or_pause) return;
    if (playing)
      pause(box);
    else
      play({box.x, box.y - 0.12F * text_, box.w, box.h + 0.24F * text_}, true, Ink::now);
  }

  Picture& picture_;
  float text_, height_, target_, x_ = 0;
};

std::string speed_name(double speed) {
  return speed >= 1 ? fmt::format("{:.0f} ×", speed) : fmt::format("1/{:.0f} ×", 1 / speed);
}

// The words of the button for the other order, from the longest; none if threads do not race. In a task the button
// stays after the race is fixed, so that students can see both orders.
std::vector<std::string> order_words(const Session& session) {
  const auto& explained = session.shown().focus.explained;
  const bool races = explained != nullptr && explained->hangs_on_order();
  if (session.shown().replay().is_as_ran()) return {"show lockstep", "lockstep"};
  if (!session.shown().has_order() || !(races || session.tasking().is_open())) return {};
  return {"show the actual order", "actual order"};
}

float order_wide(const std::string& words, float text) {
  return text_width(words, 0.85F * text, Face::bold) + 1.2F * text;
}

// Says in which order threads are shown; if they race, adds a button for the other order.
void say_order(Picture& picture, const Session& session, const Box& room, float text) {
  const bool as_ran = session.shown().replay().is_as_ran();
  const auto& explained = session.shown().focus.explained;
  const bool races = explained != nullptr && explained->hangs_on_order() && session.shown().has_order();
  float right = room.right();
  for (const std::string& words : order_words(session)) {
    const float wide = order_wide(words, text);
    if (wide > room.w + 1) continue;
    const Box box{right - wide, (room.h - 1.7F * text) / 2, wide, 1.7F * text};
    picture.shapes.push_back({box, Ink::panel, races && !as_ran ? Ink::now : Ink::edge, 1, 0.3F * text, 1, Mark::none});
    put(picture, box, words, 0.85F * text, Ink::text, Face::bold, Align::center);
    picture.hits.push_back({box, button(Act::switch_order)});
    right = box.x - 0.7F * text;
    break;
  }
  const Box left{room.x, 0, right - room.x, room.h};
  if (as_ran)
    put_first(picture, left,
              {fmt::format("in the order the threads ran, one at a time (schedule: {})",
                           words_of(session.shown().replay().trace().launch().schedule)),
               "in the order the threads ran, one at a time", "in the order the threads ran", "as threads ran", ""},
              0.85F * text, Ink::dim, Face::sans, Align::right);
  else
    put_first(picture, left,
              {"shown in lockstep; a GPU may run the threads in another order",
               "shown in lockstep; a GPU's order may differ", races ? "in lockstep, but threads race" : "", ""},
              0.85F * text, Ink::dim, Face::sans, Align::right);
}

constexpr float least_place = 4;    // the width of a step's number, in text sizes
constexpr float one_grain = 4;      // of the word for one grain
constexpr float least_number = 5;   // of the step's number beside all grains
constexpr float least_lock = 8.6F;  // of how two kernels are aligned
constexpr float group_gap = 0.8F;   // of the groups

struct GrainWord {
  Grain grain;
  Act act;
  const char* words;
  float wide;
};
std::array<GrainWord, 3> grain_words(const Session& session) {
  return {{{Grain::event, Act::by_event, "event", 3.4F},
           {Grain::step, Act::by_step, "step", 3.1F},
           {Grain::phase, Act::by_phase, session.shown().replay().is_as_ran() ? "turn" : "phase", 3.5F}}};
}

// Counts what the chosen grain counts, in its word: the number that the buttons change. The stage names the place in
// full.
std::string place_in_grain(const Frame& frame, Grain grain, float room, float size) {
  if (frame.steps == 0) return place_name(frame);
  const std::string steps = part_name(frame.at_begin ? 0 : frame.step + 1, frame.steps);
  std::string word = "step ", count = steps, rest = frame.line > 0 ? fmt::format(" · line {}", frame.line) : "";
  const Order& order = frame.scenery->order();
  if (grain == Grain::event) {
    word = "event ", count = part_name(frame.moment, frame.moments), rest = " · step " + steps;
  } else if (grain == Grain::phase && order.is_of_turns()) {
    const auto turn = static_cast<std::size_t>(&order.turn_at(frame.step) - order.turns().data());
    word = "turn ", count = part_name(frame.at_begin ? 0 : turn + 1, order.turns().size());
    rest = " · step " + steps;
  } else if (grain == Grain::phase && frame.phase) {
    word = fmt::format("phase {} · step ", *frame.phase);
  }
  return first_that_fits({frame.at_begin ? place_name(frame) : word + count + rest, word + count, count, ""}, room,
                         size, Face::bold);
}

// In little room: the grain in use; pressed, it becomes the next one.
void put_one_grain(Row& row, const Session& session) {
  const std::array<GrainWord, 3> all = grain_words(session);
  for (std::size_t n = 0; n < all.size(); ++n)
    if (all[n].grain == session.playback().grain)
      return row.word(all[(n + 1) % all.size()].act, all[n].words, true, one_grain);
}

}  // namespace

Picture transport_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  if (!session.shown().has_trace()) return picture;
  const float text = view.text;
  const Playback& now = session.playback();
  const Frame& frame = session.shown().frame;
  float wide = view.width;
  if (session.overlays().presenter) {
    wide -= cross_wide * text;
    put_cross(picture, {wide, 0, cross_wide * text, view.height}, text, button(Act::presenter));
  }
  constexpr std::array icons{Act::to_begin, Act::back, Act::play_or_pause, Act::forward, Act::to_end};
  const float all = std::size(icons) * (std::max(2.6F * text, view.target) + Row::icon_gap * text);
  // The buttons on the right take precedence over the words on the left. Both orders' buttons get the same room, so
  // that nothing moves.
  const bool compares = session.shown().replay_beside() != nullptr, has_order = !order_words(session).empty();
  const float order = has_order ? order_wide("actual order", text) + text : 0;
  const float rest = wide - all - group_gap * text, grain = (one_grain + group_gap) * text;
  const float lock = compares && rest >= grain + least_lock * text + order ? least_lock * text : 0;
  const float grains = (view.target > 0 ? 22 : 19.5F) * text;  // and the speed
  const bool has_grains = rest >= least_number * text + grains + lock + order;
  Row row(picture, text, view.height, all <= wide ? view.target : 0);
  if (const float place =
          std::min({21 * text, 0.27F * view.width, rest - (has_grains ? grains : grain) - lock - order});
      place > least_place * text) {
    row.say(place_in_grain(frame, now.grain, 0.97F * place, 0.95F * text), place / text, Ink::text, Face::bold);
  }
  for (const Act act : icons) row.icon(act, act == Act::play_or_pause && now.playing);
  row.space(group_gap);
  if (has_grains) {
    row.say("by", 1.6F);
    for (const GrainWord& each : grain_words(session))
      row.word(each.act, each.words, now.grain == each.grain, each.wide);
    row.space(group_gap);
    row.word(Act::slower, "–", false, 1.6F);
    row.say(speed_name(session.settings().speed), 2.6F, Ink::text, Face::sans, Align::center);
    row.word(Act::faster, "+", false, 1.6F);
    row.space(group_gap);
  } else if (wide - row.x() >= std::max(one_grain * text, view.target)) {  // on a telephone, or in a frame of a page
    put_one_grain(row, session);
  }
  if (lock > 0) {
    const std::string by = !session.settings().lock_by_work                                            ? "steps"
                           : compares_work(session.shown().replay(), *session.shown().replay_beside()) ? "work"
                                                                                                       : "parts";
    row.framed(Act::switch_lock, "aligned by " + by, lock / text);
  }
  if (has_grains || order > 0)
    say_order(picture, session, {row.x() + text, 0, wide - row.x() - text, view.height}, text);
  return picture;
}

}  // namespace tilescope
