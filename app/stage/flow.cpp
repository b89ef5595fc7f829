#include "app/stage/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float arrow_room = 1.2F, between_rows = 0.15F, table_line = 1.35F, between_cells = 0.8F, bar_line = 1.3F,
                bar_letters = 0.82F, smallest_letters = 0.85F, note_letters = 0.85F, legend_row = 1.5F,
                legend_size = 0.82F;

constexpr std::size_t few_digits = 6;

// The widths of a table's columns, and the size of its letters.
struct Columns {
  std::vector<float> widths;
  float letters, gap;
};

// Columns want the width of their longest first wording, and need that of their longest last one.
Columns columns_of(const Table& table, float room, float text) {
  std::size_t count = table.columns.size();
  for (const Table::Row& row : table.rows) count = std::max(count, row.cells.size());
  Columns columns{std::vector<float>(count, 0), table.size * text, between_cells * text};
  std::vector<float> least = columns.widths;
  for (const Table::Row& row : table.rows)
    for (std::size_t n = 0; n < row.cells.size(); ++n) {
      const auto& [wordings, ink, face] = row.cells[n];
      if (wordings.empty()) continue;
      columns.widths[n] = std::max(columns.widths[n], 1.03F * text_width(wordings.front(), columns.letters, face));
      least[n] = std::max(least[n], 1.03F * text_width(wordings.back(), columns.letters, face));
    }
  const auto sum = [](const std::vector<float>& all) { return std::accumulate(all.begin(), all.end(), 0.0F); };
  const float gaps = static_cast<float>(count) - 1;
  if (sum(columns.widths) + gaps * columns.gap > room) columns.gap /= 2;
  room -= gaps * columns.gap;
  const float wanted = sum(columns.widths), needed = sum(least);
  if (wanted <= room) {
    for (float& width : columns.widths) width += (room - wanted) / static_cast<float>(count);
  } else if (needed <= room) {
    const float part = wanted > needed ? (room - needed) / (wanted - needed) : 0;
    for (std::size_t n = 0; n < least.size(); ++n) columns.widths[n] = least[n] + part * (columns.widths[n] - least[n]);
  } else {
    for (std::size_t n = 0; n < least.size(); ++n) columns.widths[n] = least[n] * room / needed;
    columns.letters *= std::max(smallest_letters, room / needed);
  }
  return columns;
}

// As many whole words as fit, and " …" if some do not.
std::string whole_words(const std::string& text, float width, float size, Face face) {
  const auto fits = [&](const std::string& some) { return text_width(some, size, face) <= width; };
  if (fits(text)) return text;
  for (std::size_t end = text.rfind(' '); end != std::string::npos && end > 0; end = text.rfind(' ', end - 1))
    if (const std::string some = text.substr(0, end) + " \u2026"; fits(some)) return some;
  return elided(text, width, size, face);
}

}  // namespace

void draw_arrowhead(Picture& picture, Point tip, float side, Point towards, Ink ink) {
  const Point across{towards.y, towards.x};
  const Point back{tip.x - 1.2F * side * towards.x, tip.y - 1.2F * side * towards.y};
  picture.triangles.push_back({{Point{back.x - side * across.x, back.y - side * across.y}, tip,
                                Point{back.x + side * across.x, back.y + side * across.y}},
                               ink});
}

Table::Row& Table::add(const std::vector<std::string>& words, Ink ink, Face face) {
  Row& row = rows.emplace_back();
  for (const std::string& each : words) row.cells.push_back({{each}, ink, face});
  return row;
}

Table::Cell count_cell(std::uint64_t count) {
  return {{count == 0 ? "–" : count_name(count), short_count(count, few_digits)}};
}

Box Flow::row(float lines) {
  const Box box{room_.x, y_, room_.w, lines * text_};
  y_ = box.bottom();
  picture_.height = std::max(picture_.height, y_);
  return box;
}

Box Flow::stretched(float least, float most, float below) {
  return row(std::clamp((room_.bottom() - y_) / text_ - below, least, most));
}

void Flow::words(const std::string& what, const Wording& how, const std::optional<Target>& leads_to) {
  const float size = how.size * text_, line = 1.4F * size;
  const float x = room_.x + how.indent * text_;
  const float room = room_.right() - x - (leads_to ? arrow_room * text_ : 0);
  const std::vector<std::string> lines = wrapped(what, 0.96F * room, size, how.face);
  const Box all = row(line * static_cast<float>(lines.size()) / text_);
  for (std::size_t n = 0; n < lines.size(); ++n)
    put(picture_, {x, all.y + line * static_cast<float>(n), room, line}, lines[n], size, how.ink, how.face);
  if (leads_to) {
    picture_.hits.push_back({{x, all.y, all.right() - x, all.h}, *leads_to});
    put_arrow(all);
  }
  space(between_rows);
}

// The sign of a row that leads somewhere.
void Flow::put_arrow(const Box& row) {
  draw_arrowhead(picture_, {row.right() - 0.3F * text_, row.middle().y}, 0.37F * text_, {1, 0}, Ink::c);
}

void Flow::note(const std::string& what) {
  if (!what.empty()) words(what, {Ink::dim, Face::sans, note_letters});
}

void Flow::heading(std::initializer_list<std::string> wordings, const std::string& remark) {
  const Box line = row(1.45F);
  const float wide = remark.empty() ? 0 : text_width(remark, 0.8F * text_, Face::sans) + 0.9F * text_;
  put_first(picture_, {line.x, line.y, line.w - wide, line.h}, wordings, 0.95F * text_, Ink::text, Face::bold);
  if (!remark.empty())
    put(picture_, {line.right() - wide, line.y, wide, line.h}, remark, 0.8F * text_, Ink::dim, Face::sans,
        Align::right);
}

void Flow::opener(const std::string& what, Ink ink, bool is_open, const Target& target) {
  const Box line = row(1.6F);
  if (is_open) picture_.shapes.push_back({line, ink, Ink::none, 0, 0.3F * text_, 0.14F, Mark::none});
  const float side = 0.3F * text_;
  const Point middle{line.x + 0.6F * text_, line.middle().y};
  if (is_open)
    draw_arrowhead(picture_, {middle.x, middle.y + side}, side, {0, 1}, ink);
  else
    draw_arrowhead(picture_, {middle.x + side, middle.y}, side, {1, 0}, ink);
  put(picture_, {line.x + 1.4F * text_, line.y, line.w - 1.7F * text_, line.h}, what, 0.95F * text_, ink, Face::bold);
  picture_.hits.push_back({line, target});
  space(between_rows);
}

void Flow::add(Picture part) {
  const Box place = row(part.height / text_);
  picture_.add(std::move(part), {place.x, place.y});
}

void Flow::table(const Table& table) {
  const bool has_leads =
      std::any_of(table.rows.begin(), table.rows.end(), [](const Table::Row& each) { return each.leads; });
  const auto [widths, size, gap] = columns_of(table, room_.w - (has_leads ? arrow_room * text_ : 0), text_);
  for (const Table::Row& cells : table.rows) {
    const Box line = row(table_line);
    if (cells.is_lit) picture_.shapes.push_back({line, Ink::now, Ink::none, 0, 0.2F * text_, 0.16F, Mark::none});
    if (cells.target.kind != Target::Kind::none) picture_.hits.push_back({line, cells.target});
    if (cells.leads) put_arrow(line);
    float x = line.x;
    for (std::size_t n = 0; n < cells.cells.size(); ++n) {
      const Table::Cell& cell = cells.cells[n];
      const auto fits = [&, size = size, width = widths[n]](const std::string& words) {
        return text_width(words, size, cell.face) <= width;
      };
      const auto found = std::find_if(cell.wordings.begin(), cell.wordings.end(), fits);
      std::string words;
      if (found != cell.wordings.end())
        words = *found;
      else if (!cell.wordings.empty())
        words = elided(cell.wordings.back(), widths[n], size, cell.face);
      if (!words.empty())
        put(picture_, {x, line.y, widths[n], line.h}, words, size, cell.ink, cell.face,
            n < table.columns.size() ? table.columns[n]
            : n == 0                 ? Align::left
                                     : Align::right);
      x += widths[n] + gap;
    }
  }
}

void Flow::bars(const std::vector<Bar>& bars) {
  const float size = bar_letters * text_;
  float names = 0, behind = 0;
  for (const Bar& bar : bars) {
    names = std::max(names, 1.04F * text_width(bar.name, size, Face::bold) + 0.6F * text_);
    if (!bar.behind.empty()) behind = std::max(behind, 1.04F * text_width(bar.behind, size, Face::bold) + 0.6F * text_);
  }

  names = std::min(names, 0.55F * room_.w);
  for (const Bar& bar : bars) {
    const Box line = row(bar_line);
    const Face face = bar.is_lit ? Face::bold : Face::sans;
    const Ink ink = bar.is_lit ? Ink::text : Ink::dim;
    const Box whole{line.x + names, line.y + 0.12F * text_, line.w - names - behind, line.h - 0.24F * text_};
    Box filled = whole;
    filled.w *= static_cast<float>(std::clamp(bar.part, 0.0, 1.0));
    picture_.shapes.push_back({whole, Ink::cell, Ink::rule, 1, 0.15F * text_, 1, Mark::none});
    if (filled.w > 1) picture_.shapes.push_back({filled, bar.ink, Ink::none, 0, 0.15F * text_, 0.4F});
    const float named = names - 0.3F * text_;
    if (!bar.name.empty())
      put(picture_, {line.x, line.y, named, line.h}, whole_words(bar.name, named, size, face), size, ink, face);
    if (!bar.amount.empty())
      put_first(picture_, whole.inset(0.15F * text_), {bar.amount, bar.amount.substr(0, bar.amount.find(" ("))},
                0.8F * text_, Ink::text, Face::sans, Align::center);
    if (!bar.behind.empty())
      put(picture_, {whole.right() + 0.4F * text_, line.y, behind - 0.4F * text_, line.h}, bar.behind, size, ink, face);
    if (bar.target.kind != Target::Kind::none) picture_.hits.push_back({line, bar.target});
  }
}

void Flow::shares(const std::string& title, const std::string& remark, std::vector<Bar> parts) {
  const auto add = [](double sum, const Bar& bar) { return sum + bar.part; };
  const double all = std::accumulate(parts.begin(), parts.end(), 0.0, add);
  if (all <= 0) return;
  std::erase_if(parts, [](const Bar& bar) { return bar.part <= 0; });
  std::stable_sort(parts.begin(), parts.end(), [](const Bar& one, const Bar& other) { return one.part > other.part; });
  for (Bar& bar : parts) {
    const auto count = static_cast<std::uint64_t>(bar.part);
    bar.part /= all;
    bar.amount = fmt::format("{} ({:.0f} %)", short_count(count, few_digits + 1), 100 * bar.part);
  }
  heading({fmt::format("{}: {}", title, count_name(static_cast<std::uint64_t>(all))), title}, remark);
  bars(parts);
  space(0.5F);
}

void Flow::legend(const std::vector<Sign>& signs) {
  const float size = legend_size * text_;
  Box line;
  float x = room_.right();
  for (const Sign& sign : signs) {
    if (sign.words.empty()) continue;
    const float sample = sign.draw ? (sign.wide + 0.4F) * text_ : 0,
                words = 1.04F * text_width(sign.words, size, Face::sans);
    if (line.is_empty() || x + sample + words > room_.right()) line = row(legend_row), x = room_.x;
    if (sign.draw) sign.draw(picture_, {x, line.middle().y - 0.5F * text_, sign.wide * text_, text_});
    x += sample;
    put(picture_, {x, line.y, std::min(words, room_.right() - x), line.h}, sign.words, size, Ink::dim);
    x += words + 1.1F * text_;
  }
}

void Flow::columns(const std::vector<std::function<void(Flow&)>>& columns, float gap) {
  const auto count = static_cast<float>(columns.size());
  const float wide = (room_.w - gap * text_ * (count - 1)) / count;
  float bottom = y_, x = room_.x;
  for (const auto& draw : columns) {
    Flow column(picture_, {x, y_, wide, room_.bottom() - y_}, text_);
    draw(column);
    bottom = std::max(bottom, column.y());
    x += wide + gap * text_;
  }
  row((bottom - y_) / text_);
}

float height_of(float width, float text, const std::function<void(Flow&)>& part) {
  Picture nowhere;
  Flow flow(nowhere, {0, 0, width, 0}, text);
  part(flow);
  return flow.y();
}

}  // namespace tilescope
