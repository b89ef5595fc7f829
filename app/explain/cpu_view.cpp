#include "app/explain/cpu_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explain/limits.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Heights in units of the text size.
constexpr float cpu_head = 1.4F, cpu_row = 1.2F, cpu_track = 1.9F, cpu_gap = 0.4F, least_letters = 0.8F,
                cpu_apart = 0.2F;

Ink ink_of(LoopMatrix matrix) {
  constexpr std::array<Ink, loop_matrices> inks{Ink::c, Ink::a, Ink::b};  // X is the product, like C
  return inks[static_cast<std::size_t>(matrix)];
}

std::string count(std::uint64_t number) { return short_count(number, 7); }

class CpuPicture {
 public:
  CpuPicture(const LoopRuns& runs, const LoopsChoice& choice, double part, const View& view)
      : runs_(runs), choice_(choice), part_(part), view_(view), text_(view.text), picture_(view.picture()) {
    for (std::size_t n = 0; n < 2; ++n) {
      places_[n] = runs.nests[n].accesses_at(part);
      states_[n] = runs.nests[n].run.at(places_[n]);
      codes_[n] = code_of(runs.nests[n].run.nest());
    }
    between_ = 1.2F * text_;
    column_ = (view.width - between_) / 2;
    plan();
  }

  Picture draw() {
    draw_title();
    y_ = cpu_head * text_;
    if (has_options_) {
      picture_.add(options_, {0, y_ + 0.2F * text_});
      y_ += options_.height + 2 * 0.2F * text_;
    }
    if (has_texts_) draw_texts();
    draw_names();
    if (has_cells_) draw_both([&](std::size_t n, Box room) { draw_cells(n, room); }, cells_height());
    if (has_tracks_) draw_both([&](std::size_t n, Box room) { draw_track(n, room); }, cpu_track * text_);
    draw_counts();
    return std::move(picture_);
  }

 private:
  void draw_title() {
    const bool whole = has_counts_ && has_texts_ && has_cells_ && has_tracks_ && has_options_;
    const std::string rest = whole || view_.is_for_a_class() ? "" : "the rest needs more height";
    const float size = 0.8F * text_, right = text_width(rest, size, Face::sans) + 0.5F * text_;
    put_first(picture_, {0, 0, view_.width - right, cpu_head * text_},
              {fmt::format("X = Y × Z on a CPU, {0} × {0} (modelled cache)", runs_.sizes.m),
               "X = Y × Z on a CPU (modelled)", "X = Y × Z (modelled)"},
              text_, Ink::text, Face::bold);
    put(picture_, {view_.width - right, 0, right, cpu_head * text_}, rest, size, Ink::dim, Face::sans, Align::right);
  }

  // Counts come first if they fit, then the most informative parts.
  void plan() {
    options_ = options_picture(cpu_options(choice_), view_.width, text_);
    longest_ = 1;
    for (const LoopText& code : codes_)
      for (const std::string& line : code.lines) longest_ = std::max(longest_, line.size() + 4);
    const auto letters = [&](float width) {
      return std::min(0.85F * text_, width / (0.6F * static_cast<float>(longest_)));
    };
    side_by_side_ = letters(column_) >= least_letters * text_;
    code_size_ = letters(side_by_side_ ? column_ : view_.width);
    float left = view_.height - (cpu_head + cpu_head + counts_height()) * text_;
    has_counts_ = left >= 0;
    const auto take = [&](float height) {
      if (height > left) return false;
      left -= height;
      return true;
    };
    has_tracks_ = take((cpu_track + cpu_gap) * text_);
    has_cells_ = take(cells_height() + cpu_gap * text_);
    // Code gets smaller before it is left out.
    while (texts_height() + cpu_gap * text_ > left && code_size_ > least_letters * text_)
      code_size_ = std::max(least_letters * text_, code_size_ - 0.25F);
    has_texts_ = take(texts_height() + cpu_gap * text_);
    has_options_ = !view_.is_for_a_class() && take(options_.height + 0.4F * text_);  // a class cannot click
    if (has_cells_ && left > 0) cell_row_ += std::min(0.5F, left / text_ / 4);
  }

  [[nodiscard]] bool fits(float lines) const { return y_ + lines * text_ <= view_.height; }
  [[nodiscard]] float code_line() const { return 1.12F * code_size_; }
  [[nodiscard]] float texts_height() const {
    const auto lines = [&](std::size_t n) { return static_cast<float>(codes_[n].lines.size()) * code_line(); };
    return side_by_side_ ? std::max(lines(0), lines(1)) : lines(0) + lines(1) + cpu_apart * text_;
  }
  [[nodiscard]] static float counts_height() { return cpu_row * (loop_matrices + 3); }

  void draw_texts() {
    const float top = y_;
    for (std::size_t n = 0; n < 2; ++n) {
      const float x = side_by_side_ && n == 1 ? column_ + between_ : 0;
      const float wide = side_by_side_ ? column_ : view_.width;
      float y = side_by_side_ ? top : y_;
      for (std::size_t line = 0; line < codes_[n].lines.size(); ++line) {
        const auto number = codes_[n].first_line + static_cast<std::uint32_t>(line);
        const bool is_now = places_[n] > 0 && runs_.nests[n].run.access(places_[n] - 1).line == number;
        if (is_now) {
          picture_.shapes.push_back({{x, y, wide, code_line()}, Ink::now, Ink::none, 0, 0.2F * text_, 0.25F});
          picture_.shapes.push_back({{x, y, 0.2F * text_, code_line()}, Ink::now});
        }
        put(picture_, {x + 0.3F * text_, y, 3 * code_size_, code_line()}, std::to_string(number), code_size_,
            Ink::faint, Face::mono);
        const std::string& words = codes_[n].lines[line];
        const std::size_t blanks = std::min(words.find_first_not_of(' '), words.size());
        const float indent = 0.6F * code_size_ * static_cast<float>(blanks + 3);
        put(picture_, {x + indent, y, wide - indent, code_line()}, words.substr(blanks), code_size_,
            is_now ? Ink::text : Ink::dim, Face::mono);
        y += code_line();
      }
      y_ = std::max(y_, y + (side_by_side_ || n == 1 ? 0 : cpu_apart * text_));
    }
    y_ += cpu_gap * text_;
  }

  // The loops and the current values of their variables.
  void draw_names() {
    if (!fits(cpu_head)) return;
    for (std::size_t n = 0; n < 2; ++n) {
      const float x = n == 0 ? 0 : column_ + between_;
      const CacheRun::State& at = states_[n];
      const auto value = [](std::int32_t of) { return of < 0 ? std::string("–") : std::to_string(of); };
      const std::string name(name_of(runs_.nests[n].run.nest()));
      const float wide = text_width(name, text_, Face::bold) + 0.8F * text_;
      put(picture_, {x, y_, wide, cpu_head * text_}, name, text_, n == 0 ? Ink::other : Ink::c, Face::bold);
      put(picture_, {x + wide, y_, column_ - wide, cpu_head * text_},
          fmt::format("i {}  j {}  k {}", value(at.i), value(at.j), value(at.k)), 0.82F * text_, Ink::dim);
    }
    y_ += cpu_head * text_;
  }

  template <class Draw>
  void draw_both(const Draw& draw, float height) {
    for (std::size_t n = 0; n < 2; ++n) draw(n, Box{n == 0 ? 0 : column_ + between_, y_, column_, height});
    y_ += height + cpu_gap * text_;
  }

  // The lines of the cache, set by set, the most recently used line first.
  [[nodiscard]] std::uint32_t cell_columns() const {
    const std::uint32_t lines = runs_.shape.lines();
    return std::min(lines, lines <= 16 ? 4U : lines <= 64 ? 8U : 16U);
  }
  [[nodiscard]] float cells_height() const {
    const std::uint32_t rows = (runs_.shape.lines() + cell_columns() - 1) / cell_columns();
    return std::min(rows <= 4 ? cell_row_ * static_cast<float>(rows) : 6.0F, 6.0F) * text_;
  }

  void draw_cells(std::size_t n, const Box& room) {
    const LoopRun& of = runs_.nests[n];
    const std::vector<std::uint32_t>& contents = states_[n].contents;
    Grid grid;
    grid.box = room;
    grid.columns = cell_columns();
    grid.rows = (static_cast<std::uint32_t>(contents.size()) + grid.columns - 1) / grid.columns;
    grid.name = fmt::format("cache {}", name_of(of.run.nest()));
    const std::uint32_t places = runs_.shape.places();
    grid.block_columns = std::min(places, grid.columns);
    grid.block_rows = std::max(1U, places / grid.columns);
    grid.cells.resize(std::size_t{grid.rows} * grid.columns, Cell{Ink::cell, Mark::none, 0, false, false});
    const bool has_begun = places_[n] > 0;
    const std::uint32_t now = has_begun ? of.run.memory().line_of(of.run.access(places_[n] - 1)) : Cache::none;
    const bool hit = has_begun && of.run.result(places_[n] - 1) == CacheResult::hit;
    const float letters = 0.8F * text_;
    for (std::uint32_t cell = 0; cell < contents.size(); ++cell) {
      if (contents[cell] == Cache::none) continue;
      const LoopMatrix matrix = of.run.memory().elements_of(contents[cell]).matrix;
      grid.cells[cell] = {ink_of(matrix), Mark::none, 120, contents[cell] == now, false};
      if (contents[cell] == now && !hit) grid.cells[cell].mark = Mark::corner;  // loaded by this access
      const Box box = grid.cell_box(cell / grid.columns, cell % grid.columns).inset(1.5F);
      const std::string words = contents_name(of, runs_.sizes, contents[cell]);
      const bool fits = box.h >= 1.1F * letters && text_width(words, letters, Face::sans) <= box.w;
      if (fits)
        put(picture_, box, words, letters, Ink::text, Face::sans, Align::center);
      else if (box.h >= 1.1F * letters && box.w >= letters)
        put(picture_, box, std::string(name_of(matrix)), letters, Ink::text, Face::sans, Align::center);
    }
    picture_.grids.push_back(std::move(grid));
  }

  // All accesses from left to right, brighter where more of them miss, and the current access.
  void draw_track(std::size_t n, const Box& room) {
    const LoopRun& of = runs_.nests[n];
    const float letters = 0.8F * text_;
    put_first(picture_, {room.x, room.y, room.w, 0.95F * text_},
              {fmt::format("access {} of {}; bright: misses", count_name(places_[n]), count_name(of.run.size())),
               fmt::format("{} of {}; bright: misses", count(places_[n]), count(of.run.size())),
               fmt::format("{} of {}", count(places_[n]), count(of.run.size()))},
              letters, Ink::dim);
    Grid grid = grid_in({room.x, room.y + text_, room.w, 0.8F * text_}, 1, LoopRun::parts,
                        fmt::format("accesses {}", name_of(of.run.nest())), Ink::rule);
    grid.first = {.kind = Target::Kind::place};
    for (const std::uint8_t misses : of.misses) grid.cells.push_back({Ink::cell, Mark::none, misses, false, true});
    const float x = grid.box.x + grid.box.w * static_cast<float>(part_);
    const Box here{std::clamp(x - 1.5F, room.x, room.right() - 3), grid.box.y - 0.15F * text_, 3, 1.1F * text_};
    picture_.frames.push_back({here, Ink::now, Ink::now, 1, 0, 1, Mark::none});
    picture_.grids.push_back(std::move(grid));
  }

  // Hits and misses so far by matrix, and the final hit ratio.
  void draw_counts() {
    const float names = 4.2F * text_, wide = (view_.width - names) / 4, high = cpu_row * text_, size = 0.82F * text_;
    const auto line = [&](const std::string& name, Ink ink, const std::array<std::string, 4>& cells, bool is_head) {
      if (!fits(2 * cpu_row)) return;  // the final ratio has to fit below
      put(picture_, {0, y_, names, high}, name, size, ink, is_head ? Face::sans : Face::bold);
      for (std::size_t n = 0; n < cells.size(); ++n)
        put(picture_, {names + wide * static_cast<float>(n), y_, wide - 0.3F * text_, high}, cells[n], size,
            is_head ? Ink::dim : Ink::text, Face::sans, Align::right);
      y_ += high;
    };
    if (text_width("blocked: hits", size, Face::sans) <= wide - 0.3F * text_) {
      line("so far", Ink::dim, {"plain: hits", "misses", "blocked: hits", "misses"}, true);
    } else {
      line("", Ink::dim, {"plain", "", "blocked", ""}, true);
      line("so far", Ink::dim, {"hits", "misses", "hits", "misses"}, true);
    }
    const auto cells = [&](const CacheCounts& plain, const CacheCounts& blocked) {
      return std::array{count(plain.hits), count(plain.misses()), count(blocked.hits), count(blocked.misses())};
    };
    for (std::size_t n = 0; n < loop_matrices; ++n) {
      const auto matrix = static_cast<LoopMatrix>(n);
      line(std::string(name_of(matrix)), ink_of(matrix),
           cells(states_[0].counts.of(matrix), states_[1].counts.of(matrix)), false);
    }
    line("all", Ink::text, cells(states_[0].counts.all(), states_[1].counts.all()), false);
    const std::uint64_t plain = runs_.nests[0].in_the_end.all().misses();
    const std::uint64_t blocked = runs_.nests[1].in_the_end.all().misses();
    const std::string ratio =
        ratio_name(static_cast<double>(plain) / static_cast<double>(std::max<std::uint64_t>(1, blocked)));
    if (!fits(cpu_row) || view_.is_guessing) return;
    put_first(picture_, {0, y_, view_.width, high},
              {fmt::format("Total misses: plain {}, blocked {}; ratio {} (modelled)", count_name(plain),
                           count_name(blocked), ratio),
               fmt::format("Total misses: plain {}, blocked {}", count_name(plain), count_name(blocked)),
               fmt::format("Total misses: {} : {}, ratio {}", count(plain), count(blocked), ratio)},
              size, Ink::text, Face::bold);
    y_ += high;
  }

  const LoopRuns& runs_;
  const LoopsChoice& choice_;
  double part_;
  const View& view_;
  float text_, y_ = 0, between_ = 0, column_ = 0, code_size_ = 0, cell_row_ = 1.05F;
  std::size_t longest_ = 1;
  bool side_by_side_ = false, has_options_ = false, has_texts_ = false, has_cells_ = false, has_tracks_ = false,
       has_counts_ = false;
  std::array<std::size_t, 2> places_{};
  std::array<CacheRun::State, 2> states_;
  std::array<LoopText, 2> codes_;
  Picture options_, picture_;
};

}  // namespace

Picture cpu_picture(const LoopRuns& runs, const LoopsChoice& choice, double part, const View& view) {
  return CpuPicture(runs, choice, part, view).draw();
}

}  // namespace tilescope
