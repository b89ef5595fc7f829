// The parts of a form: names in a column at the left, fields at the right, in the theme's colours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/gl/fonts.h"
#include "app/panels/reach.h"
#include "app/stage/theme.h"

namespace tilescope {

// Draws into the current ImGui window. A row begins with its name; the fields after it are drawn from left to right.
class Form {
 public:
  Form(const Theme& theme, const Fonts& fonts, float text);

  void heading(std::string_view words);
  void name(std::string_view words, Face face = Face::sans);

  // The fields return true if the user changed the value.
  // A number with - and +. A typed number is neither rounded nor clamped.
  bool number(const char* id, std::int64_t& value, const Reach& reach, float wide);
  bool words(const char* id, std::string& words, std::string_view usual, float wide);
  // A rounded box, filled if it is on; true if it was clicked. A box without room begins a line.
  bool box(std::string_view words, bool on, std::string_view tip = {});
  // A list is open between a true begin_list and end_list.
  bool begin_list(const char* id, std::string_view now, float wide);
  bool row_of_list(std::string_view words, std::string_view about, bool is_now);
  // The last row: the path of a .csv file.
  static bool file_in_list(std::string& path);
  static void end_list();
  void plain(std::string_view words, Face face = Face::sans);

  // Small words after the fields, and small lines below them.
  void tag(std::string_view words, Ink ink);
  void note(std::string_view words, Ink ink = Ink::dim);
  // The next field is below the others.
  void next_line();
  // Small words as wide as the form.
  void remark(std::string_view words);

  // A heading that shows or hides what follows; returns whether it is shown.
  bool fold(const char* words, bool is_open);

  [[nodiscard]] float room() const { return right_ - fields_; }  // the width of the fields
  [[nodiscard]] float gap() const { return 0.3F * text_; }
  [[nodiscard]] float number_width() const { return 6.4F * text_; }

 private:
  enum class Next : std::uint8_t { after_name, after_field, here };  // where the next field is

  void go_to_field();
  [[nodiscard]] bool has_room(float wide) const;
  void small(std::string_view words, Ink ink);
  bool step(const char* sign, bool can_go, float wide, const char* why_not);
  [[nodiscard]] SizedFont font(Face face, float size) const { return fonts_.of(face, size * text_); }
  void push(Face face, float size) const;
  [[nodiscard]] std::uint32_t color(Ink ink) const;

  const Theme& theme_;
  const Fonts& fonts_;
  float text_, fields_ = 0, right_ = 0;  // the edges of the fields, from the window's left edge
  Next next_ = Next::after_name;
};

}  // namespace tilescope
