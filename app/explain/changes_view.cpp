#include "app/explain/changes_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/explain/explainable.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float row_high = 1.35F, change_letters = 0.85F;  // in units of the text size
constexpr Wording said_dim{Ink::dim, Face::sans, 0.9F, 0};

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
    Flow flow(picture_, {0, 0, view_.width, view_.height}, text_);
    if (Picture options = options_picture(changes_options(of_), view_.width, text_); options.height > 0) {
      flow.add(std::move(options));
      flow.space(0.5F);
    }
    if (!of_.has_beside) {
      flow.words("There is no kernel to compare with: no other kernel takes the same arrays.", said_dim);
    } else if (of_.changes == nullptr) {
      flow.words("Comparing both …", said_dim);
    } else {
      draw_parting(flow);
      draw_changes(flow);
    }
    return std::move(picture_);
  }

 private:
  // A click goes to that moment and selects that thread.
  void draw_parting(Flow& flow) {
    const auto& at = of_.changes->parted;
    flow.words(of_.parting(), {Ink::text, Face::bold, 0.95F, 0}, at ? std::optional(at->moment) : std::nullopt);
    if (at) picture_.hits.back().target = {.kind = Target::Kind::parting, .moment = at->moment};
    flow.space(0.3F);
  }

  void draw_changes(Flow& flow) {
    const Changes& all = *of_.changes;
    if (all.changes.empty()) flow.words("All counts are the same.");
    if (!all.changes.empty()) draw_head(flow.row(row_high));
    for (const Section& section : sections) draw_section(flow, section);
    if (const std::string same = same_words(all); !same.empty()) {
      flow.space(0.4F);
      flow.words(same, said_dim);
    }
    if (!all.caveat.empty()) flow.words(all.caveat, said_dim);
  }

  // The columns: names, before, the arrow, after, and the difference.
  [[nodiscard]] static Box column(const Box& row, float from, float to) {
    return {row.x + from * row.w, row.y, (to - from) * row.w, row.h};
  }
  [[nodiscard]] static Box name_column(const Box& row) { return column(row, 0, 0.395F); }
  [[nodiscard]] static Box before_column(const Box& row) { return column(row, 0.4F, 0.555F); }
  [[nodiscard]] static Box arrow_column(const Box& row) { return column(row, 0.565F, 0.605F); }
  [[nodiscard]] static Box after_column(const Box& row) { return column(row, 0.615F, 0.77F); }
  [[nodiscard]] static Box told_column(const Box& row) { return column(row, 0.79F, 1); }

  void draw_head(const Box& row) {
    const float size = change_letters * text_;
    const auto name = [&](const Box& box, const std::string& words) {
      put_first(picture_, box, {words, std::string(words, 0, words.find('_'))}, size, Ink::dim, Face::bold,
                Align::right);
    };
    Box before = before_column(row);
    before.w += before.x - 0.1F * view_.width;  // long names start further left
    before.x = 0.1F * view_.width;
    name(before, of_.called);
    name(after_column(row), of_.now);
  }

  void draw_section(Flow& flow, const Section& section) {
    const auto is_in = [&](const Change& change) { return change.of == section.of; };
    const std::vector<Change>& all = of_.changes->changes;
    if (std::none_of(all.begin(), all.end(), is_in)) return;
    flow.heading({section.title}, section.source);
    for (const Change& change : all)
      if (is_in(change)) draw_row(flow.row(row_high), change);
    flow.space(0.25F);
  }

  void draw_row(const Box& row, const Change& change) {
    const float size = change_letters * text_;
    const Ink ink = change.is_worse ? Ink::bad : Ink::text;
    put(picture_, name_column(row), change.name, size, ink);
    put(picture_, before_column(row), change.before.empty() ? "–" : change.before, size, Ink::text, Face::mono,
        Align::right);
    put(picture_, arrow_column(row), "→", size, Ink::dim, Face::sans, Align::center);
    put(picture_, after_column(row), change.after.empty() ? "–" : change.after, size, ink, Face::mono, Align::right);
    put(picture_, told_column(row), change.told, size, change.is_worse ? Ink::bad : Ink::dim, Face::sans);
  }

  const ChangesOf& of_;
  const View& view_;
  float text_;
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
