// Finds what a designer would complain about on a screen: parts that overlap, words that are cut off or too small.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "app/gl/fonts.h"
#include "app/gl/painter.h"
#include "app/screen/screen.h"

namespace tilescope::test {

inline bool overlap(const Box& one, const Box& other, float touch) {
  return one.x + touch < other.right() && other.x + touch < one.right() && one.y + touch < other.bottom() &&
         other.y + touch < one.bottom();
}

inline bool holds(const Box& outer, const Box& inner, float off) {
  return inner.x >= outer.x - off && inner.y >= outer.y - off && inner.right() <= outer.right() + off &&
         inner.bottom() <= outer.bottom() + off;
}

inline std::vector<std::pair<const char*, Box>> parts_of(const Layout& layout) {
  std::vector<std::pair<const char*, Box>> parts;
  for (const auto& [name, box] :
       {std::pair{"title", layout.title}, std::pair{"source", layout.source}, std::pair{"inspector", layout.inspector},
        std::pair{"stage", layout.stage}, std::pair{"counters", layout.counters}, std::pair{"beside", layout.beside},
        std::pair{"explain", layout.explain}, std::pair{"narration", layout.narration},
        std::pair{"timeline", layout.timeline}, std::pair{"transport", layout.transport},
        std::pair{"panels", layout.panels}, std::pair{"questions", layout.questions}})
    if (box.w > 0 && box.h > 0) parts.emplace_back(name, box);
  return parts;
}

// The flaws of a screen: each complaint once, with its first place and its number of occurrences.
class Complaints {
 public:
  void add(const std::string& what, const std::string& where) {
    auto& [count, first] = all_[what];
    if (count++ == 0) first = where;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& [what, seen] : all_)
      text += fmt::format("{} ({} times; first: {})\n", what, seen.first, seen.second);
    return text;
  }

 private:
  std::map<std::string, std::pair<int, std::string>> all_;
};

struct Drawn {
  const Label* label;
  Box box;  // the approximate place of the letters
};

// The text without digits, so that a complaint is not repeated for each number.
inline std::string plain(const std::string& text) {
  std::string plain;
  for (const char letter : text)
    if (letter < '0' || letter > '9')
      plain += letter;
    else if (plain.empty() || plain.back() != '#')
      plain += '#';
  return plain;
}

// UTF-8, decoded letter by letter.
inline std::u32string letters_of(const std::string& text) {
  std::u32string letters;
  for (const char byte : text) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xc0) == 0x80)
      letters.back() = letters.back() << 6 | (bits & 0x3f);
    else
      letters += bits < 0x80 ? bits : bits < 0xe0 ? bits & 0x1f : bits & 0x0f;
  }
  return letters;
}

inline void inspect(const Screen& screen, const Fonts& fonts, const std::string& where, Complaints& complaints) {
  const Picture picture = screen.picture.in_sight();
  const Box window{0, 0, picture.width, picture.height};
  const auto parts = parts_of(screen.layout);
  const auto part_of = [&](const Box& box) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.second.contains(box.middle()); });
    return found == parts.end() ? std::pair{"window", window} : *found;
  };
  for (const auto& [name, box] : parts) {
    if (!holds(window, box, 0.5F)) complaints.add(fmt::format("{} is cut off", name), where);
    for (const auto& [other_name, other] : parts)
      if (std::string(name) < other_name && overlap(box, other, 0.5F))
        complaints.add(fmt::format("{} lies over {}", name, other_name), where);
  }
  for (const Grid& grid : picture.grids) {
    const auto [name, part] = part_of(grid.box);
    if (!holds(part, grid.box, 0.5F)) complaints.add(fmt::format("grid {} leaves {}", grid.name, name), where);
    for (const Grid& other : picture.grids)
      if (&grid < &other && overlap(grid.box, other.box, 0.5F))
        complaints.add(fmt::format("grids {} and {} overlap", grid.name, other.name), where);
  }
  std::vector<Drawn> drawn;
  float end = 0;  // of the last label
  for (const Label& label : picture.labels) {
    if (label.text.empty()) continue;
    FittedLabel fitted = fit_label(label, {}, 1, fonts);
    if (label.gap >= 0) fitted.place.x = std::round(end + label.gap);
    end = fitted.place.x + fitted.width;
    const auto [name, part] = part_of(label.box);
    if (fitted.em <= 0) {
      complaints.add(fmt::format("{}: \"{}\" is too small to be drawn", name, plain(label.text)), where);
      continue;
    }
    // A label that is just dots stands for a number that does not fit into its cell, where most others do. Dots after a
    // blank say that work goes on.
    const bool is_short =
        label.text.size() > 3 && label.text.find("…") != std::string::npos && !label.text.ends_with(" …");
    if (fitted.text != label.text || is_short)
      complaints.add(fmt::format("{}: \"{}\" is cut short", name, plain(label.text)), where);
    const SizedFont font = fonts.of(label.face, fitted.em);
    for (const char32_t letter : letters_of(label.text))
      if (!Fonts::has(font, letter))
        complaints.add(
            fmt::format("{}: \"{}\" has a letter that the font lacks at {}", name, plain(label.text), font.em), where);
    const float height = 0.7F * fitted.em;
    const Box box{fitted.place.x, label.box.middle().y - height / 2, fitted.width, height};
    if (!holds(part, box, 1)) complaints.add(fmt::format("\"{}\" leaves {}", plain(label.text), name), where);
    for (const Grid& grid : picture.grids)
      if (overlap(grid.box, box, 1)) {
        const auto row = static_cast<std::uint32_t>(
            std::clamp((box.middle().y - grid.box.y) / grid.box.h, 0.0F, 0.9999F) * static_cast<float>(grid.rows));
        const auto column = static_cast<std::uint32_t>(
            std::clamp((box.middle().x - grid.box.x) / grid.box.w, 0.0F, 0.9999F) * static_cast<float>(grid.columns));
        if (!holds(grid.cell_box(row, column), box, 1.5F))
          complaints.add(fmt::format("{}: \"{}\" lies over grid {}", name, plain(label.text), grid.name), where);
      }
    drawn.push_back({&label, box});
  }
  for (std::size_t one = 0; one < drawn.size(); ++one)
    for (std::size_t other = 0; other < one; ++other)
      if (overlap(drawn[one].box, drawn[other].box, 1))
        complaints.add(fmt::format("{}: \"{}\" and \"{}\" overlap", part_of(drawn[one].box).first,
                                   plain(drawn[other].label->text), plain(drawn[one].label->text)),
                       where);
}

// No letters are smaller than `least` pixels; those of numbers may be somewhat smaller, so that more cells have one.
inline void need_large_letters(const Screen& screen, const Fonts& fonts, float least, const std::string& where,
                               Complaints& complaints) {
  for (const Label& label : screen.picture.in_sight().labels) {
    if (label.text.empty() || label.face == Face::mono) continue;  // a long line of code gets smaller letters
    const bool is_number = label.text.find_first_of("0123456789") != std::string::npos || label.text.size() < 4;
    const float em = fit_label(label, {}, 1, fonts).em;
    if (em < (is_number ? 0.9F : 1.0F) * least - 0.5F)
      complaints.add(fmt::format("letters of {:.0f} pixels instead of {:.0f}: \"{}\"", em, least, plain(label.text)),
                     where);
  }
}

// No text says that something has no room.
inline void need_room_for_all(const Screen& screen, const std::string& where, Complaints& complaints) {
  static const std::regex excuse("needs? more (height|width|room|rows|space)|enlarge the window|[0-9] more( rows?)?$");
  for (const Label& label : screen.picture.in_sight().labels)
    if (std::regex_search(label.text, excuse)) complaints.add(fmt::format("no room: \"{}\"", plain(label.text)), where);
}

}  // namespace tilescope::test
