#include "app/screen/buttons.h"

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

float Buttons::width_of(const std::string& words) const {
  return text_width(words, 0.95F * text_, Face::bold) + 1.3F * text_;
}

float Buttons::width_with(const std::string& words) const {
  return wide_ + width_of(words) + (all_.empty() ? 0 : 0.5F * text_);
}

void Buttons::add(const std::string& words, const Target& target, bool is_first, const std::string& longest) {
  const std::string& widest = longest.empty() ? words : longest;
  wide_ = width_with(widest);
  all_.push_back({words, target, width_of(widest), is_first});
}

void Buttons::draw(Picture& picture, Point place, float high) const {
  float x = place.x;
  for (const auto& [words, target, wide, is_first] : all_) {
    const Box box{x, place.y, wide, high};
    const bool can_press = target.kind != Target::Kind::none;
    const Ink edge = is_first ? Ink::now : Ink::edge;
    picture.shapes.push_back({box, Ink::panel, edge, is_first ? 2.0F : 1.0F, 0.35F * text_, 1, Mark::none});
    const Ink ink = can_press ? Ink::text : Ink::faint;
    put(picture, box, words, 0.95F * text_, ink, is_first ? Face::bold : Face::sans, Align::center);
    if (can_press) picture.hits.push_back({box, target});
    x = box.right() + 0.5F * text_;
  }
}

}  // namespace tilescope
