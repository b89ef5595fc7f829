#include "app/explain/changes_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/explain/explainable.h"
#include "app/explain/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float row_high = 1.35F, change_letters = 0.85F;  // in units of the text size

struct Section {
  Change::Of of;
  const char* title;
  const char* source;
};
constexpr std::array sections{Section{Change::Of::result, "Result", "counted"},
                              Section{Change::Of::work, "Threads", "counted"},
                              Section{Change::Of::warps, "Warps", "counted"}, Section{Change::Of::launch, "Launch", ""},
                              Section{Change::Of::gpu, "Occupancy", "modelled"}};

class ChangesPicture {
 public:
  ChangesPicture(const ChangesOf& of, const View& view)
      : of_(of), view_(view), text_(view.text), picture_(view.picture()) {}

  Picture draw() {
    const Picture options = options_picture(changes_options(of_), view_.width, text_);
    if (options.height > 0 && options.height < view_.height) {
      picture_.add(options, {0, 0});
      y_ = options.height + 0.5F * text_;
    }
    if (!of_.has_beside) {
      say("There is no kernel to compare with: no other kernel takes the same arrays.", Ink::dim);
    } else if (of_.changes == nullptr) {
      say("Comparing both …", Ink::dim);
    } else {
      draw_parting();
      draw_changes();
    }
    return std::move(picture_);
  }

 private:
  bool say(const std::string& words, Ink ink, Face face = Face::sans) {
    Flow flow(picture_, {0, y_, view_.width, view_.height - y_}, text_);
    const bool fits = flow.words(words, {ink, face, 0.9F, 0});
    y_ = flow.y();
    return fits;
  }

  // A click goes to that moment and selects that thread.
  void draw_parting() {
    Flow flow(picture_, {0, y_, view_.width, view_.height - y_}, text_);
    const auto& at = of_.changes->parted;
    const bool fits =
        flow.words(of_.parting(), {Ink::text, Face::bold, 0.95F, 0}, at ? std::optional(at->moment) : std::nullopt);
    if (fits && at) picture_.hits.back().target = {.kind = Target::Kind::parting, .moment = at->moment};
    y_ = flow.y() + 0.3F * text_;
  }

  void draw_changes() {
    const Changes& all = *of_.changes;
    if (all.changes.empty()) say("All counts are the same.", Ink::text);
    const std::string same = same_words(all);
    const float kept = same.empty() ? 0 : height_of(same) + 0.4F * text_;  // kept free at the bottom
    const float bottom = std::max(y_, view_.height - kept);
    std::size_t left = all.changes.size();
    if (left > 0) draw_head();
    for (const Section& section : sections) left -= draw_section(section, bottom, left);
    if (left > 0) y_ += 0.1F * text_;
    if (!same.empty()) {
      y_ += 0.4F * text_;
      say(same, Ink::dim);
    }
    if (!all.caveat.empty()) say(all.caveat, Ink::dim);
  }
  [[nodiscard]] float height_of(const std::string& words) const {
    const float size = 0.9F * text_;
    return 1.4F * size * static_cast<float>(wrapped(words, 0.96F * view_.width, size, Face::sans).size()) +
           0.15F * text_;
  }

  // The columns: names, before, the arrow, after, and the difference.
  [[nodiscard]] Box column(float from, float to) const {
    return {from * view_.width, y_, (to - from) * view_.width, row_high * text_};
  }
  [[nodiscard]] Box name_column() const { return column(0, 0.395F); }
  [[nodiscard]] Box before_column() const { return column(0.4F, 0.555F); }
  [[nodiscard]] Box arrow_column() const { return column(0.565F, 0.605F); }
  [[nodiscard]] Box after_column() const { return column(0.615F, 0.77F); }
  [[nodiscard]] Box told_column() const { return column(0.79F, 1); }

  void draw_head() {
    const float size = change_letters * text_;
    const auto name = [&](const Box& box, const std::string& words) {
      put(picture_, box, elided(words, box.w, size, Face::bold), size, Ink::dim, Face::bold, Align::right);
    };
    Box before = before_column();
    before.w += before.x - 0.1F * view_.width;  // long names start further left
    before.x = 0.1F * view_.width;
    name(before, of_.called);
    name(after_column(), of_.now);
    y_ += row_high * text_;
  }

  // Returns the number of rows drawn; rows without room are left out and counted.
  std::size_t draw_section(const Section& section, float bottom, std::size_t left) {
    std::vector<const Change*> rows;
    for (const Change& change : of_.changes->changes)
      if (change.of == section.of) rows.push_back(&change);
    if (rows.empty() || is_full_) return 0;
    const float high = row_high * text_;
    if (y_ + 2 * high > bottom) return tell_rest(left);
    put(picture_, column(0, 0.6F), section.title, 0.9F * text_, Ink::text, Face::bold);
    put(picture_, column(0.6F, 1), section.source, 0.8F * text_, Ink::dim, Face::sans, Align::right);
    y_ += high;
    std::size_t drawn = 0;
    for (const Change* const row : rows) {
      // The last row with room shows how many rows are left out.
      if (y_ + high > bottom || (y_ + 2 * high > bottom && left - drawn > 1)) {
        tell_rest(left - drawn);
        return drawn;
      }
      draw_row(*row);
      ++drawn;
    }
    y_ += 0.25F * text_;
    return drawn;
  }
  std::size_t tell_rest(std::size_t count) {
    is_full_ = true;
    const std::string more = fmt::format("{} more row{}", count, count == 1 ? "" : "s");
    put_first(picture_, column(0, 1), {more + ": enlarge the window", more}, change_letters * text_, Ink::dim);
    y_ += row_high * text_;
    return 0;
  }

  void draw_row(const Change& change) {
    const float size = change_letters * text_;
    const Ink ink = change.is_worse ? Ink::bad : Ink::text;
    put(picture_, name_column(), change.name, size, ink);
    put(picture_, before_column(), change.before.empty() ? "–" : change.before, size, Ink::text, Face::mono,
        Align::right);
    put(picture_, arrow_column(), "→", size, Ink::dim, Face::sans, Align::center);
    put(picture_, after_column(), change.after.empty() ? "–" : change.after, size, ink, Face::mono, Align::right);
    put(picture_, told_column(), change.told, size, change.is_worse ? Ink::bad : Ink::dim, Face::sans);
    y_ += row_high * text_;
  }

  const ChangesOf& of_;
  const View& view_;
  float text_, y_ = 0;
  bool is_full_ = false;
  Picture picture_;
};

}  // namespace

Picture changes_picture(const ChangesOf& of, const View& view) { return ChangesPicture(of, view).draw(); }

std::vector<OptionRow> changes_options(const ChangesOf& of) {
  if (!of.standing) return {};
  OptionRow row{"against", {}};
  const auto add = [&](const char* words, Standing which) {
    row.options.push_back({words, *of.standing == which, StandBeside{which}});
  };
  add("before this edit", Standing::before);
  add("as opened", Standing::opened);
  add("another kernel", Standing::kernel);
  row.options.push_back({"a file …", false, Act::open_beside});
  return {row};
}

void dump_changes(const Explainable& of, Json& state) {
  const ChangesOf& known = of.changes;
  Json json{{"before", known.called}, {"after", known.now}, {"ready", known.changes != nullptr}};
  if (known.changes != nullptr) json = json.with(json_of(*known.changes, known.parting()));
  state["changes"] = std::move(json);
}

std::string changes_line(const Explainable& of) {
  const ChangesOf& known = of.changes;
  if (known.changes == nullptr) return "";
  std::string words;
  for (const Change& change : known.changes->changes) {
    const std::size_t letter = std::min(change.name.find_first_not_of(' '), change.name.size());
    if (letter > 0) continue;  // part of the row above it
    if (std::count(words.begin(), words.end(), ';') == 3) break;
    words += fmt::format("{}{}: {} → {}", words.empty() ? "" : "; ", change.name, change.before, change.after);
  }
  return fmt::format("{} against {}: {}", known.now, known.called, words.empty() ? "nothing differs" : words);
}

}  // namespace tilescope
