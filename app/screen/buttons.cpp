#include "app/screen/buttons.h"

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

void Buttons::add(const std::string& words, const Target& target, bool is_first) {
  const float wide = text_width(words, 0.95F * text_, Face::bold) + 1.3F * text_;
  all_.push_back({words, target, wide, is_first});
  wide_ += wide + (all_.size() > 1 ? 0.5F * text_ : 0);
}

void Buttons::draw(Picture& picture, Point place, float high) const {
  float x = place.x;
  for (const auto& [words, target, wide, is_first] : all_) {
    const Box box{x, place.y, wide, high};
    picture.shapes.push_back(
        {box, Ink::panel, is_first ? Ink::now : Ink::edge, is_first ? 2.0F : 1.0F, 0.35F * text_, 1, Mark::none});
    const Ink ink = target.kind == Target::Kind::none ? Ink::dim : Ink::text;
    put(picture, box, words, 0.95F * text_, ink, is_first ? Face::bold : Face::sans, Align::center);
    if (target.kind != Target::Kind::none) picture.hits.push_back({box, target});
    x = box.right() + 0.5F * text_;
  }
}

}  // namespace tilescope
