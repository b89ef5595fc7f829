#include "app/explain/cpu_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/stage/flow.h"
#include "app/stage/outline.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// Sizes in units of the text size.
constexpr float track_high = 1.9F, least_code = 0.8F, most_code = 0.85F, least_line = 1.05F, most_line = 1.55F,
                below_cells = 19, map_high = 5.5F, map_gap = 0.8F, map_name = 1.3F;
constexpr std::uint8_t in_cache = 190;  // the strength of an element's cell

Ink ink_of(LoopMatrix matrix) {
  constexpr std::array<Ink, loop_matrices> inks{Ink::c, Ink::a, Ink::b};  // X is the product, like C
  return inks[static_cast<std::size_t>(matrix)];
}

std::string count(std::uint64_t number) { return short_count(number, 7); }

// The plain or the blocked loops at one place.
struct Nest {
  const LoopRun& of;
  Ink ink;
  std::size_t place;  // the number of accesses
  CacheRun::State state = of.run.at(place);
  LoopText code = code_of(of.run.nest());

  [[nodiscard]] std::string name() const { return std::string(name_of(of.run.nest())); }
  [[nodiscard]] bool has_begun() const { return place > 0; }
  [[nodiscard]] const LoopAccess& access() const { return of.run.access(place - 1); }
};

class CpuPicture {
 public:
  CpuPicture(const LoopRuns& runs, const LoopsChoice& choice, double part, bool is_product,
             const std::optional<LoopArrays>& arrays, const View& view)
      : runs_(runs),
        choice_(choice),
        part_(part),
        is_product_(is_product),
        arrays_(arrays),
        view_(view),
        text_(view.text),
        nests_{nest(0, Ink::other), nest(1, Ink::c)},
        picture_(view.picture()) {}

  Picture draw() {
    Flow flow(picture_, view_);
    flow.heading({fmt::format("A product on a CPU: X = Y × Z, {0} × {0} (modelled cache)", runs_.sizes.m),
                  "A product on a CPU: X = Y × Z (modelled)", "A product on a CPU (modelled)"});
    if (!is_product_)
      flow.note("The launch does not compute a product. This example shows how tiles make good use of a cache.");
    draw_both(flow, [this](Flow& column, const Nest& nest) {
      draw_names(column.row(1.4F), nest);
      draw_cells(column, nest);
      draw_track(column.row(track_high), nest);
    });
    draw_counts(flow);
    const float top = flow.y();
    draw_both(flow, [this](Flow& column, const Nest& nest) { draw_maps(column, nest); });
    if (names_any()) picture_.wanted = Box{0, top, view_.width, flow.y() - top};
    if (!view_.is_for_a_class()) add_options(flow, cpu_options(choice_), view_);
    draw_texts(flow);
    return std::move(picture_);
  }

 private:
  [[nodiscard]] Nest nest(std::size_t number, Ink ink) const {
    return {runs_.nests[number], ink, runs_.nests[number].accesses_at(part_)};
  }

  template <class Draw>
  void draw_both(Flow& flow, const Draw& draw) {
    flow.columns({[&](Flow& column) { draw(column, nests_[0]); }, [&](Flow& column) { draw(column, nests_[1]); }});
    flow.space(0.4F);
  }

  // Side by side, if the letters stay large enough.
  void draw_texts(Flow& flow) {
    std::size_t longest = 1;
    for (const Nest& nest : nests_)
      for (const std::string& line : nest.code.lines) longest = std::max(longest, line.size() + 4);
    const auto letters = [&](float width) { return width / (0.6F * static_cast<float>(longest)); };
    const float beside = letters(view_.width / 2 - 0.6F * text_);
    const bool is_beside = beside >= least_code * text_;
    const float size = std::min(most_code * text_, is_beside ? beside : letters(view_.width));
    if (is_beside) return draw_both(flow, [&](Flow& column, const Nest& nest) { draw_text(column, nest, size); });
    for (const Nest& nest : nests_) {
      draw_text(flow, nest, size);
      flow.space(0.3F);
    }
  }

  void draw_text(Flow& flow, const Nest& nest, float size) {
    std::uint32_t number = nest.code.first_line;
    for (const std::string& line : nest.code.lines) {
      const Box row = flow.row(1.12F * size / text_);
      const bool is_now = nest.has_begun() && nest.access().line == number;
      if (is_now) {
        picture_.shapes.push_back({row, Ink::now, Ink::none, 0, 0.2F * text_, 0.25F});
        picture_.shapes.push_back({{row.x, row.y, 0.2F * text_, row.h}, Ink::now});
      }
      put(picture_, {row.x + 0.3F * text_, row.y, 3 * size, row.h}, std::to_string(number++), size, Ink::faint,
          Face::mono);
      const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
      const float indent = 0.6F * size * static_cast<float>(blanks + 3);
      put(picture_, {row.x + indent, row.y, row.w - indent, row.h}, line.substr(blanks), size,
          is_now ? Ink::text : Ink::dim, Face::mono);
    }
  }

  // The loops and the current values of their variables.
  void draw_names(const Box& row, const Nest& nest) {
    const CacheRun::State& at = nest.state;
    const auto value = [](std::int32_t of) { return of < 0 ? std::string("–") : std::to_string(of); };
    const float wide = text_width(nest.name(), text_, Face::bold) + 0.8F * text_;
    put(picture_, {row.x, row.y, wide, row.h}, nest.name(), text_, nest.ink, Face::bold);
    put(picture_, {row.x + wide, row.y, row.w - wide, row.h},
        fmt::format("i {}  j {}  k {}", value(at.i), value(at.j), value(at.k)), 0.82F * text_, Ink::dim);
  }

  // The lines of the cache, set by set, the most recently used line first.
  void draw_cells(Flow& flow, const Nest& nest) {
    const std::vector<std::uint32_t>& contents = nest.state.contents;
    const std::uint32_t lines = runs_.shape.lines(), columns = std::min(lines, lines <= 16   ? 4U
                                                                               : lines <= 64 ? 8U
                                                                                             : 16U);
    const std::uint32_t rows = (lines + columns - 1) / columns, places = runs_.shape.places();
    const auto high = static_cast<float>(rows);
    Grid grid = grid_in(flow.stretched(least_line * high, most_line * high, below_cells), rows, columns,
                        "cache " + nest.name(), Ink::border);
    grid.block_columns = std::min(places, columns);
    grid.block_rows = std::max(1U, places / columns);
    grid.cells.resize(std::size_t{rows} * columns, Cell{Ink::cell, Mark::none, 0, false, false});
    const std::uint32_t now = nest.has_begun() ? nest.of.run.memory().line_of(nest.access()) : Cache::none;
    const bool hit = nest.has_begun() && nest.of.run.result(nest.place - 1) == CacheResult::hit;
    for (std::uint32_t cell = 0; cell < contents.size(); ++cell) {
      if (contents[cell] == Cache::none) continue;
      const LoopMatrix matrix = nest.of.run.memory().elements_of(contents[cell]).matrix;
      grid.cells[cell] = {ink_of(matrix), Mark::none, 120, contents[cell] == now, false};
      if (contents[cell] == now && !hit) grid.cells[cell].mark = Mark::corner;  // loaded by this access
      put_first(picture_, grid.cell_box(cell).inset(1.5F),
                {contents_name(nest.of, runs_.sizes, contents[cell]), std::string(name_of(matrix))}, 0.8F * text_,
                Ink::text, Face::sans, Align::center);
    }
    picture_.grids.push_back(std::move(grid));
  }

  [[nodiscard]] std::optional<std::uint8_t> array_of(LoopMatrix matrix) const {
    return arrays_ ? std::optional((*arrays_)[static_cast<std::size_t>(matrix)]) : std::nullopt;
  }
  [[nodiscard]] bool names_any() const {
    return std::any_of(view_.linked_elements.begin(), view_.linked_elements.end(), [&](const ElementOf& element) {
      return element.array == array_of(LoopMatrix::y) || element.array == array_of(LoopMatrix::z);
    });
  }

  // Y and Z, and which of their elements the cache holds: a row of Y, or what is left of the columns of Z.
  void draw_maps(Flow& column, const Nest& nest) {
    const Box all = column.row(map_name + map_high);
    const float gap = map_gap * text_, wide = (all.w - gap) / 2, side = std::min(wide, map_high * text_);
    float x = all.x;
    for (const LoopMatrix matrix : {LoopMatrix::y, LoopMatrix::z}) {
      const bool is_y = matrix == LoopMatrix::y;
      const auto rows = static_cast<std::uint32_t>(is_y ? runs_.sizes.m : runs_.sizes.k);
      const auto columns = static_cast<std::uint32_t>(is_y ? runs_.sizes.k : runs_.sizes.n);
      const std::string name(name_of(matrix));
      put_first(picture_, {x, all.y, wide, map_name * text_}, {name + ", in the cache", name + ", cached", name},
                0.85F * text_, ink_of(matrix), Face::bold);
      draw_map({x, all.y + map_name * text_, side, side}, rows, columns, matrix, nest);
      x += wide + gap;
    }
  }

  void draw_map(const Box& box, std::uint32_t rows, std::uint32_t columns, LoopMatrix matrix, const Nest& nest) {
    const Ink ink = ink_of(matrix);
    Grid grid = grid_in(box, rows, columns, fmt::format("{} {}", name_of(matrix), nest.name()), Ink::border);
    grid.cells.resize(std::size_t{rows} * columns, Cell{ink, Mark::none, 0, false, false});
    for (const std::uint32_t line : nest.state.contents) {
      if (line == Cache::none) continue;
      const LoopMemory::Elements held = nest.of.run.memory().elements_of(line);
      if (held.matrix != matrix) continue;
      for (std::uint64_t n = held.first; n < std::min<std::uint64_t>(held.first + held.count, grid.cells.size()); ++n)
        grid.cells[n].strength = in_cache;
    }
    if (nest.has_begun() && nest.access().matrix == matrix)
      grid.cells[nest.access().row * columns + nest.access().column] = {Ink::now, Mark::none, 255, false, false};
    const std::optional<std::uint8_t> array = array_of(matrix);
    if (array) grid.first = {.kind = Target::Kind::element, .array = *array};
    picture_.grids.push_back(std::move(grid));
    if (array) draw_outline(picture_, box, rows, columns, view_.linked_in(*array), Ink::text, 2);
  }

  // All accesses from left to right, brighter where more of them miss, and the current access.
  void draw_track(const Box& row, const Nest& nest) {
    const std::uint64_t place = nest.place, all = nest.of.run.size();
    put_first(picture_, {row.x, row.y, row.w, 0.95F * text_},
              {fmt::format("access {} of {}; bright: misses", count_name(place), count_name(all)),
               fmt::format("{} of {}; bright: misses", count(place), count(all)),
               fmt::format("{} of {}", count(place), count(all))},
              0.8F * text_, Ink::dim);
    Grid grid =
        grid_in({row.x, row.y + text_, row.w, 0.8F * text_}, 1, LoopRun::parts, "accesses " + nest.name(), Ink::rule);
    grid.first = {.kind = Target::Kind::place};
    for (const std::uint8_t misses : nest.of.misses) grid.cells.push_back({Ink::cell, Mark::none, misses, false, true});
    const float x = grid.box.x + grid.box.w * static_cast<float>(part_);
    const Box here{std::clamp(x - 1.5F, row.x, row.right() - 3), grid.box.y - 0.15F * text_, 3, 1.1F * text_};
    picture_.frames.push_back({here, Ink::now, Ink::now, 1, 0, 1, Mark::none});
    picture_.grids.push_back(std::move(grid));
  }

  // Hits and misses so far by matrix, and the final hit ratio.
  void draw_counts(Flow& flow) {
    Table table;
    table.add({"so far", "plain: hits", "misses", "blocked: hits", "misses"}, Ink::dim);
    const auto counts = [&](const std::string& name, Ink ink, const CacheCounts& plain, const CacheCounts& blocked) {
      Table::Cell& first =
          table.add({name, count(plain.hits), count(plain.misses()), count(blocked.hits), count(blocked.misses())})
              .cells.front();
      first.ink = ink, first.face = Face::bold;
    };
    const MatrixCounts &plain = nests_[0].state.counts, &blocked = nests_[1].state.counts;
    for (std::size_t n = 0; n < loop_matrices; ++n) {
      const auto matrix = static_cast<LoopMatrix>(n);
      counts(std::string(name_of(matrix)), ink_of(matrix), plain.of(matrix), blocked.of(matrix));
    }
    counts("all", Ink::text, plain.all(), blocked.all());
    flow.table(table);
    if (!view_.is_guessing) draw_total(flow);
    flow.space(0.4F);
  }

  void draw_total(Flow& flow) {
    const std::uint64_t plain = runs_.nests[0].in_the_end.all().misses();
    const std::uint64_t blocked = runs_.nests[1].in_the_end.all().misses();
    const double ratio = static_cast<double>(plain) / static_cast<double>(std::max<std::uint64_t>(1, blocked));
    flow.words(fmt::format("Total misses: plain {}, blocked {}; ratio {}", count_name(plain), count_name(blocked),
                           ratio_name(ratio)),
               {Ink::text, Face::bold, 0.82F});
  }

  const LoopRuns& runs_;
  const LoopsChoice& choice_;
  double part_;
  bool is_product_;
  const std::optional<LoopArrays>& arrays_;
  const View& view_;
  float text_;
  std::array<Nest, 2> nests_;
  Picture picture_;
};

}  // namespace

std::optional<LoopArrays> loop_arrays(const Launch& launch, const LoopSizes& sizes) {
  const std::optional<reading::LaunchProduct> product = reading::matrices_of(launch);
  if (!product) return std::nullopt;
  if (product->m() != sizes.m || product->n() != sizes.n || product->k() != sizes.k) return std::nullopt;
  return LoopArrays{static_cast<std::uint8_t>(product->c.array), static_cast<std::uint8_t>(product->a.array),
                    static_cast<std::uint8_t>(product->b.array)};
}

Picture cpu_picture(const LoopRuns& runs, const LoopsChoice& choice, double part, bool is_product, const View& view,
                    const std::optional<LoopArrays>& arrays) {
  return CpuPicture(runs, choice, part, is_product, arrays, view).draw();
}

}  // namespace tilescope
