#include "app/explain/shuffle_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/array_values.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float shuffle_head = 3.6F, shuffle_lanes_height = 1.2F, shuffle_links_height = 4, digits_height = 1.6F,
                shuffle_foot = 0.6F;

// By lane; if a lane has several in the step, the last one.
std::vector<std::optional<Shuffle>> exchanges_of(const Frame& frame) {
  const WarpStep& warp = frame.warp;
  std::vector<std::optional<Shuffle>> lanes(warp.takes_part.size());
  for (const Shuffle& each : frame.shuffles)
    if (!each.waits && each.thread >= warp.first_thread && each.thread < warp.first_thread + lanes.size())
      lanes[each.thread - warp.first_thread] = each;
  if (std::none_of(lanes.begin(), lanes.end(), [](const auto& lane) { return lane.has_value(); })) lanes.clear();
  return lanes;
}

bool is_shuffle(const std::vector<std::optional<Shuffle>>& lanes) {
  return std::any_of(lanes.begin(), lanes.end(), [](const auto& lane) { return lane && lane->giver; });
}

const Value& outcome_of(const std::vector<std::optional<Shuffle>>& lanes) {
  return (*std::find_if(lanes.begin(), lanes.end(), [](const auto& lane) { return lane.has_value(); }))->value;
}

// Whether the result has a bit for each lane.
bool is_ballot(const std::vector<std::optional<Shuffle>>& lanes) {
  return !is_shuffle(lanes) && outcome_of(lanes).number() == Number::u32;
}

// The result of a vote for all lanes; a ballot also in hexadecimal.
std::string outcome_words(const std::vector<std::optional<Shuffle>>& lanes) {
  const std::string name = long_value_name(outcome_of(lanes));
  return is_ballot(lanes) ? fmt::format("; all get {:#x} = {}", outcome_of(lanes).bits(), name)
                          : fmt::format("; all get {}", name);
}

bool says_yes(const Shuffle& vote) { return vote.gave.exact() != 0; }

class ShufflePicture {
 public:
  ShufflePicture(Picture& picture, const Frame& frame, const View& view)
      : picture_(picture), frame_(frame), lanes_(exchanges_of(frame)), view_(view), text_(view.text) {
    left_ = 4.4F * text_;
    cell_ = (view.width - left_) / static_cast<float>(warp_lanes);
  }

  void draw(float y) {
    const bool shuffles = is_shuffle(lanes_);
    put(picture_, {0, y, view_.width, 1.4F * text_}, shuffles ? "which lane gives to which" : "which lanes vote yes",
        text_, Ink::wait, Face::bold);
    const std::string words = shuffle_words(frame_), first = words.substr(0, words.find(';'));
    const std::string outcome = shuffles ? "" : words.substr(0, words.rfind(" = "));  // hexadecimal only
    put_first(picture_, {0, y + 1.4F * text_, view_.width, 1.2F * text_}, {words, outcome, first, ""}, 0.82F * text_,
              Ink::dim);
    const float top = y + shuffle_head * text_;
    for (std::uint32_t n = 0; n < warp_lanes; n += 8)
      put(picture_, {left_ + cell_ * static_cast<float>(n), top - text_, 4 * cell_, 0.95F * text_}, std::to_string(n),
          0.8F * text_, Ink::faint);
    if (!shuffles) {
      draw_row("lanes", top, [&](std::uint32_t lane) { return says_yes(*lanes_[lane]) ? 220 : 40; });
      if (is_ballot(lanes_)) draw_bits(top);
      return;
    }
    const float below = top + (shuffle_lanes_height + shuffle_links_height) * text_;
    draw_row("give", top, [](std::uint32_t) { return 170; });
    draw_row("get", below, [](std::uint32_t) { return 170; });
    draw_links(top + shuffle_lanes_height * text_, below);
  }

 private:
  [[nodiscard]] std::uint32_t thread_of(std::uint32_t lane) const { return frame_.warp.first_thread + lane; }
  [[nodiscard]] bool is_chosen(std::uint32_t lane) const {
    return thread_of(lane) == frame_.thread ||
           view_.hovered == Target{.kind = Target::Kind::thread, .number = thread_of(lane)};
  }
  [[nodiscard]] float middle_of(std::uint32_t lane) const { return left_ + cell_ * (static_cast<float>(lane) + 0.5F); }

  // A lane that takes no part shows a dot.
  template <class Strength>
  void draw_row(const char* words, float y, const Strength& strength) {
    put(picture_, {0, y, left_ - 0.4F * text_, shuffle_lanes_height * text_}, words, 0.82F * text_, Ink::dim);
    const auto count = static_cast<std::uint32_t>(lanes_.size());
    Grid grid = grid_in({left_, y, cell_ * static_cast<float>(count), shuffle_lanes_height * text_}, 1, count, words,
                        Ink::rule);
    grid.first = {.kind = Target::Kind::thread, .number = frame_.warp.first_thread};
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      Cell cell{Ink::wait, Mark::dot, 0, is_chosen(lane), false};
      if (lanes_[lane]) cell.mark = Mark::none, cell.strength = static_cast<std::uint8_t>(strength(lane));
      grid.cells.push_back(cell);
    }
    picture_.grids.push_back(std::move(grid));
  }

  // The bit of each lane, and below each group of four the hexadecimal digit. The lowest bit is at the left, at lane 0,
  // but the written number begins with its highest digit.
  void draw_bits(float y) {
    const auto count = static_cast<std::uint32_t>(lanes_.size());
    const std::uint64_t bits = outcome_of(lanes_).bits();
    const float size = std::max(10.0F, view_.least * text_), below = y + shuffle_lanes_height * text_;
    if (text_width("0", size, Face::bold) < 0.95F * cell_)
      for (std::uint32_t lane = 0; lane < count; ++lane) {
        const bool is_set = (bits >> lane & 1) != 0;
        put(picture_, {left_ + cell_ * static_cast<float>(lane), y, cell_, shuffle_lanes_height * text_},
            is_set ? "1" : "0", size, is_set ? Ink::on_ink : Ink::text, Face::bold, Align::center);
      }
    put(picture_, {0, below, left_ - 0.4F * text_, digits_height * text_}, "digits", 0.82F * text_, Ink::dim);
    for (std::uint32_t lane = 0; lane < count; lane += 4) {
      const float x = left_ + cell_ * static_cast<float>(lane), wide = 4 * cell_, y_of_line = below + 0.22F * text_;
      picture_.lines.push_back({{x + 0.15F * cell_, y_of_line}, {x + wide - 0.15F * cell_, y_of_line}, Ink::dim, 1.5F});
      put(picture_, {x, below + 0.3F * text_, wide, (digits_height - 0.3F) * text_},
          fmt::format("{:x}", bits >> lane & 15), text_, Ink::text, Face::mono, Align::center);
    }
  }

  // Links each giver to its receivers, the selected lane's on top.
  void draw_links(float from, float to) {
    for (const bool chosen : {false, true})
      for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
        if (!lanes_[lane] || !lanes_[lane]->giver || is_chosen(lane) != chosen) continue;
        const std::uint32_t giver = *lanes_[lane]->giver - frame_.warp.first_thread;
        picture_.lines.push_back({{middle_of(giver), from},
                                  {middle_of(lane), to},
                                  chosen ? Ink::now : Ink::wait,
                                  chosen ? std::max(3.0F, 0.2F * text_) : std::max(1.0F, 0.07F * text_),
                                  false,
                                  false});
      }
  }

  Picture& picture_;
  const Frame& frame_;
  const std::vector<std::optional<Shuffle>> lanes_;
  const View& view_;
  float text_, left_ = 0, cell_ = 0;
};

}  // namespace

std::string shuffle_words(const Frame& frame) {
  const auto lanes = exchanges_of(frame);
  std::size_t all = 0, own = 0, yes = 0;
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    if (!lanes[lane]) continue;
    ++all;
    own += lanes[lane]->giver == frame.warp.first_thread + lane ? 1 : 0;
    yes += says_yes(*lanes[lane]) ? 1 : 0;
  }
  if (all == 0) return "";
  if (!is_shuffle(lanes)) return fmt::format("{} of {} lanes vote yes (dark)", yes, all) + outcome_words(lanes);
  if (own == 0) return many(all, "lane gets another lane's value", "lanes get another lane's value");
  return fmt::format("{}, {} {} own",
                     many(all - own, "lane gets another lane's value", "lanes get another lane's value"), own,
                     own == 1 ? "its" : "their");
}

float shuffle_height(const Frame& frame, float text) {
  const auto lanes = frame.at_begin ? std::vector<std::optional<Shuffle>>{} : exchanges_of(frame);
  if (lanes.empty()) return 0;
  const float below = is_shuffle(lanes)  ? shuffle_links_height + shuffle_lanes_height
                      : is_ballot(lanes) ? digits_height
                                         : 0;
  return (shuffle_head + shuffle_lanes_height + shuffle_foot + below) * text;
}

void draw_shuffle(Picture& picture, const Frame& frame, float y, const View& view) {
  ShufflePicture(picture, frame, view).draw(y);
}

}  // namespace tilescope
