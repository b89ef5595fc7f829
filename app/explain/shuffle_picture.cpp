#include "app/explain/shuffle_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/warp_picture.h"
#include "app/stage/array_values.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float least_links_of_shuffle = 2, most_links_of_shuffle = 4, digits_height = 1.6F;

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

class ShufflePicture : public WarpPicture {
 public:
  ShufflePicture(const Frame& frame, float ease, const View& view)
      : WarpPicture(frame, view, ease), lanes_(exchanges_of(frame)) {}

  Picture draw() {
    const bool shuffles = is_shuffle(lanes_);
    head(shuffles ? "which lane gives to which" : "which lanes vote yes", Ink::wait, {shuffle_words(frame_)});
    numbers(warp_lanes);
    if (shuffles) {
      const Box give = row_of("give", [](std::uint32_t) { return 170; });
      flow_.space(between(least_links_of_shuffle, most_links_of_shuffle));
      draw_links(give.bottom(), row_of("get", [](std::uint32_t) { return 170; }).y);
    } else {
      const Box votes = row_of("lanes", [&](std::uint32_t lane) { return says_yes(*lanes_[lane]) ? 220 : 40; });
      if (is_ballot(lanes_)) draw_bits(votes);
    }
    return std::move(picture_);
  }

 private:
  // A lane that takes no part shows a dot.
  template <class Strength>
  Box row_of(const char* name, const Strength& strength) {
    return lanes(name, [&](std::uint32_t lane) {
      if (!lanes_[lane]) return Cell{Ink::wait, Mark::dot, 0, is_chosen(lane), false};
      return Cell{Ink::wait, Mark::none, static_cast<std::uint8_t>(strength(lane)), is_chosen(lane), false};
    });
  }

  // The bit of each lane, and below each group of four the hexadecimal digit. The lowest bit is at the left, at lane 0,
  // but the written number begins with its highest digit.
  void draw_bits(const Box& votes) {
    const std::uint64_t bits = outcome_of(lanes_).bits();
    const float size = std::max(10.0F, view_.least * text_), cell = column();
    if (text_width("0", size, Face::bold) < 0.95F * cell)
      for (std::uint32_t lane = 0; lane < lane_count(); ++lane) {
        const bool is_set = (bits >> lane & 1) != 0;
        put(picture_, {middle_of(lane) - cell / 2, votes.y, cell, votes.h}, is_set ? "1" : "0", size,
            is_set ? Ink::on_ink : Ink::text, Face::bold, Align::center);
      }
    const Box digits = row("digits", digits_height);
    for (std::uint32_t lane = 0; lane < lane_count(); lane += 4) {
      const float x = middle_of(lane) - cell / 2, y = digits.y + 0.22F * text_;
      picture_.lines.push_back({{x + 0.15F * cell, y}, {x + 3.85F * cell, y}, Ink::dim, 1.5F});
      put(picture_, {x, digits.y + 0.3F * text_, 4 * cell, digits.h - 0.3F * text_},
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

  const std::vector<std::optional<Shuffle>> lanes_;
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

std::optional<Picture> shuffle_picture(const Frame& frame, float ease, const View& view) {
  if (frame.at_begin || exchanges_of(frame).empty()) return std::nullopt;
  return ShufflePicture(frame, ease, view).draw();
}

}  // namespace tilescope
