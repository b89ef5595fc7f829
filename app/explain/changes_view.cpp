#include "app/explain/changes_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/explain/explainable.h"
#include "app/stage/flow.h"

namespace tilescope {

namespace {

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
  ChangesPicture(const ChangesOf& of, const View& view) : of_(of), view_(view), picture_(view.picture()) {}

  Picture draw() {
    Flow flow(picture_, view_);
    add_options(flow, changes_options(of_), view_);
    if (!of_.has_beside) {
      flow.note("There is no kernel to compare with: no other kernel takes the same arrays.");
    } else if (of_.changes == nullptr) {
      flow.note("Comparing the two launches …");
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
    flow.words(of_.parting(), {Ink::text, Face::bold, 0.95F, 0},
               at ? std::optional(Target{.kind = Target::Kind::moment, .moment = at->moment}) : std::nullopt);
    if (at) picture_.hits.back().target = {.kind = Target::Kind::parting, .moment = at->moment};
    flow.space(0.3F);
  }

  void draw_changes(Flow& flow) {
    const Changes& all = *of_.changes;
    if (all.changes.empty()) {
      flow.words("All counts are the same.");
    } else {
      flow.table(table());
      flow.space(0.4F);
    }
    flow.note(same_words(all));
    flow.note(all.caveat);
  }

  // A row for each change, below the title of its section.
  [[nodiscard]] Table table() const {
    Table table{{Align::left, Align::right, Align::right, Align::left}};
    const auto kernel = [](const std::string& name) {
      return Table::Cell{{name, name.substr(0, name.find('_'))}, Ink::dim, Face::bold};
    };
    table.rows.push_back({{{}, kernel(of_.called), kernel(of_.now), {}}});
    for (const Section& section : sections) {
      bool has_title = false;
      for (const Change& change : of_.changes->changes) {
        if (change.of != section.of) continue;
        if (!std::exchange(has_title, true))
          table.rows.push_back({{{{section.title}, Ink::text, Face::bold}, {}, {}, {{section.source}, Ink::dim}}});
        table.rows.push_back(row_of(change));
      }
    }
    return table;
  }

  [[nodiscard]] static Table::Row row_of(const Change& change) {
    const Ink ink = change.is_worse ? Ink::bad : Ink::text;
    const auto value = [](const std::string& words) { return words.empty() ? std::string("–") : words; };
    return {{{{change.name}, ink},
             {{value(change.before)}, Ink::text, Face::mono},
             {{"→ " + value(change.after), value(change.after)}, ink, Face::mono},
             {{change.told}, change.is_worse ? Ink::bad : Ink::dim}}};
  }

  const ChangesOf& of_;
  const View& view_;
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
