#include "app/stage/counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stage/counter_parts.h"
#include "app/stage/counter_rows.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Heights in lines; a line is as high as the text, or a little lower if room is scarce.
constexpr float counter_title = 1.6F, counter_note = 1.2F, bar_name = 1.45F, counter_bar = 1.45F, bar_gap = 0.35F;
constexpr float counter_gap = 0.5F, ratio_line = 1.15F, counter_row = 1.4F, formula = 1.3F;
constexpr float lowest_line = 0.86F, plot_least = 5.6F, plot_most = 12;  // in units of the text size
constexpr float ratio_size = 2.3F;
constexpr float strip_width = 22, strip_most = 10;  // for bars and ratio side by side
constexpr float strip_name = 1.4F, strip_bar = 0.5F, strip_row = 2, least_high_strip = 3.5F;
constexpr std::string_view widest_ratio = "8.88 ×";

class Counters {
 public:
  Counters(const Frame& frame, const Frame* other, const View& view, std::optional<WholeLoads> whole,
           std::optional<WholeLoads> other_whole)
      : whole_(view.is_guessing ? std::nullopt : whole), other_whole_(other_whole), picture_(view.picture()) {
    is_strip_ = view.width >= strip_width * view.text && view.height < strip_most * view.text;
    is_at_begin_ = frame.at_begin && (other == nullptr || other->at_begin);
    hides_totals_ = is_strip_ || view.is_guessing;
    const bool previews = is_at_begin_ && !hides_totals_;
    if (other != nullptr && other->steps > 0) kernels_.push_back({{other, previews}, Ink::other});
    kernels_.push_back({{&frame, previews}, Ink::c});
    line_ = unit_ = is_strip_ ? view.text : std::min(view.text, view.width / 15.5F);
    width_ = view.width;
    stacked_ = words_go_below();
    if (is_strip_) return;
    notes_ = notes_that_fit();
    fit_height();
  }

  Picture draw() {
    if (is_strip_) return draw_strip();
    draw_title();
    for (const std::string& line : notes_) draw_note(line);
    for (const ShownKernel& kernel : kernels_) draw_bar(kernel);
    if (kernels_.size() > 1) draw_ratio();
    if (focus().counts_products()) draw_formulas();
    draw_plot();
    const float height = counter_row * static_cast<float>(rows_.size() + 1) * line_;
    draw_counter_table(picture_, {0, y_ + counter_gap * line_, width_, height}, unit_, kernels_, rows_,
                       previews() ? "at the end" : "so far");
    return std::move(picture_);
  }

 private:
  // The low, wide form: each kernel with its name, its loads and a thin bar, side by side, or below each other if the
  // strip is high enough. The ratio is at their right, above the other numbers.
  Picture draw_strip() {
    const bool is_high = picture_.height >= least_high_strip * unit_, is_single = kernels_.size() == 1;
    const float gap = 1.2F * unit_, all = width_, part = is_single ? (is_high ? 1.0F : 0.5F) : 0.58F;
    const float columns = is_high ? 1 : static_cast<float>(kernels_.size());
    width_ = (part * all - gap * (columns - 1)) / columns;
    Picture strip = std::exchange(picture_, {});
    Point at;
    for (const ShownKernel& kernel : kernels_) {
      draw_thin_bar(kernel);
      strip.add(std::exchange(picture_, {}), at);
      (is_high ? at.y : at.x) += is_high ? strip_row * unit_ : width_ + gap;
    }
    if (is_high && !is_single) at = {width_ + gap, 0};
    width_ = all - at.x;
    draw_summary();
    strip.add(std::move(picture_), at);
    return strip;
  }

  // "2 × fewer so far", and of what, as far as there is room.
  void draw_summary() {
    constexpr float smallest = 0.85F;
    const LoadRatio ratio = kernels_.size() > 1 ? load_ratio(focus(), beside()) : LoadRatio{};
    const Box line{0, 0, width_, 1.1F * unit_};
    if (kernels_.size() > 1) {
      const std::string all = (ratio.holds() ? ratio.number + " " : "") + ratio.words;
      // Without "so far" or "in total" where the room is narrow.
      const std::string brief = all.substr(0, all.rfind(' ', all.rfind(' ') - 1));
      const std::string says = first_that_fits({all, brief}, width_ / 1.03F, smallest * unit_, Face::bold);
      const float wide = 1.03F * text_width(says, unit_, Face::bold);
      const float size = unit_ * std::clamp(width_ / wide, smallest, 1.0F);
      put(picture_, line, elided(says, width_, size, Face::bold), size, Ink::text, Face::bold);
    }
    const std::string counted = counted_words(focus().scenery());
    std::string words =
        first_that_fits({"global loads, " + counted, "loads, " + counted, counted}, width_, small(), Face::sans);
    for (const std::string& note : notes())
      if (const std::string more = words + "; " + note; text_width(more, small(), Face::sans) <= width_) words = more;
    put(picture_, {0, line.bottom(), width_, 0.95F * unit_}, words, small(), Ink::dim);
  }

  // A long name is drawn a little smaller, like any label, and then cut short.
  void put_name(const std::string& name, const Box& box) {
    const float size = 0.95F * unit_;
    put(picture_, box, elided(name, 1.3F * box.w, size, Face::bold), size, Ink::text, Face::bold);
  }

  // A line of text above a thin bar.
  void draw_thin_bar(const ShownKernel& kernel) {
    const Counted& of = kernel.counted;
    const Box line{0, 0, width_, strip_name * unit_};
    const std::string loads = count_name(of.loads());
    const float size = 0.95F * unit_, room = line.w - text_width(of.name(), size, Face::bold) - unit_;
    const auto wordings = loads_per_thread(of);
    const auto both = [&](const std::string& words) {
      return of.loads() == 0 ? loads : fmt::format("{} ({})", loads, words);
    };
    const std::string says = first_that_fits({both(wordings[0]), both(wordings[1]), loads}, room, small(), Face::bold);
    const float right = 1.03F * text_width(says, small(), Face::bold);
    put_name(of.name(), {line.x, line.y, line.w - right - 0.3F * unit_, line.h});
    put(picture_, {line.right() - right, line.y, right, line.h}, says, small(), Ink::text, Face::bold, Align::right);
    draw_bar_shapes(kernel, line.bottom(), strip_bar * unit_);
  }

  [[nodiscard]] const Counted& focus() const { return kernels_.back().counted; }
  [[nodiscard]] const Counted& beside() const { return kernels_.front().counted; }
  [[nodiscard]] float small() const { return 0.85F * unit_; }

  [[nodiscard]] bool previews() const { return focus().previews; }
  [[nodiscard]] Ink number_ink() const { return previews() ? Ink::dim : Ink::text; }

  // All parts are shown: in lower lines if room is scarce, and then in a picture that is higher than the view.
  void fit_height() {
    std::vector<Counted> kernels_counted;
    for (const ShownKernel& kernel : kernels_) kernels_counted.push_back(kernel.counted);
    rows_ = counter_rows(kernels_counted);
    const auto kernels = static_cast<float>(kernels_.size());
    const float lines = counter_title + counter_note * static_cast<float>(notes_.size()) +
                        kernels * (bar_name + counter_bar + bar_gap) + (kernels_.size() > 1 ? ratio_height() : 0) +
                        (focus().counts_products() ? formulas_height() : 0) + 2 * counter_gap +
                        counter_row * static_cast<float>(rows_.size() + 1);
    line_ = unit_ * std::clamp((picture_.height / unit_ - plot_least) / lines, lowest_line, 1.0F);
    plot_height_ = std::clamp(picture_.height - lines * line_, plot_least * unit_, plot_most * unit_);
    picture_.height = std::max(picture_.height, lines * line_ + plot_height_);
  }

  // Facts in words.
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> parts;
    const float width = width_;
    if (previews())
      parts.push_back(first_that_fits({"nothing loaded yet; these are the totals at the end",
                                       "nothing yet; totals at the end", "totals at the end"},
                                      width, small(), Face::sans));
    const std::uint64_t mine = focus().work();
    if (focus().counts_products() && kernels_.size() > 1) {
      const std::uint64_t theirs = beside().work();
      if (mine == theirs)
        parts.push_back(first_that_fits({fmt::format("multiply-adds in each kernel: {}", count_name(mine)),
                                         fmt::format("multiply-adds: {}", count_name(mine)),
                                         fmt::format("multiply-adds: {}", short_count(mine, 6))},
                                        width, small(), Face::sans));
      else
        parts.push_back(fmt::format("multiply-adds: {} against {}", count_name(theirs), count_name(mine)));
    } else if (focus().counts_products()) {
      parts.push_back(fmt::format("multiply-adds: {}", count_name(mine)));
    }
    if (!is_strip_ && !focus().scenery().fully_recorded()) parts.push_back("of " + recorded_words(focus().scenery()));
    if (whole_) {
      const std::string against =
          other_whole_ && kernels_.size() > 1 ? large_count_name(other_whole_->loads) + " against " : "";
      parts.push_back(fmt::format("all blocks: {}{} loads", against, large_count_name(whole_->loads)));
      const bool counted = whole_->counted && (!other_whole_ || other_whole_->counted);
      parts.emplace_back(counted ? "(counted)" : "(modelled from recorded blocks)");
    }
    return parts;
  }

  [[nodiscard]] std::vector<std::string> notes_that_fit() const {
    std::vector<std::string> lines;
    for (const std::string& part : notes()) {
      const std::string joined = (part.starts_with('(') ? " " : ", ") + part;
      if (!lines.empty() && text_width(lines.back() + joined, small(), Face::sans) <= width_)
        lines.back() += joined;
      else
        lines.push_back(part);
    }
    return lines;
  }

  void draw_title() {
    const Box line{0, y_, width_, counter_title * line_};
    const float tag_width = text_width("counted", 0.8F * unit_, Face::sans) + 0.2F * unit_;
    const std::size_t blocks = focus().scenery().blocks().size();
    const std::string of = fmt::format(" {} blocks", count_name(blocks));
    put_first(picture_, {line.x, line.y, line.w - tag_width - 0.4F * unit_, line.h},
              {(is_at_begin_ ? "Global loads" : "Global loads so far") + (blocks > 1 ? ", all" + of : ""),
               "Global loads" + (blocks > 1 ? "," + of : ""), "Global loads"},
              unit_, Ink::text, Face::bold);
    put(picture_, {line.right() - tag_width, line.y, tag_width, line.h}, "counted", 0.8F * unit_, Ink::dim, Face::sans,
        Align::right);
    y_ += line.h;
  }

  void draw_note(const std::string& text) {
    put(picture_, {0, y_, width_, counter_note * line_}, text, small(), Ink::dim);
    y_ += counter_note * line_;
  }

  // The bar's length is the kernel's share of the larger final total; the track is the rest.
  std::pair<Box, Box> draw_bar_shapes(const ShownKernel& kernel, float y, float height) {
    const Counted& of = kernel.counted;
    const std::uint64_t scale = std::max(focus().loads_at_end(), beside().loads_at_end());
    const auto length = [&](std::uint64_t loads) {
      return scale == 0 ? 0 : width_ * static_cast<float>(static_cast<double>(loads) / static_cast<double>(scale));
    };
    const Box whole{0, y, std::max(length(of.loads_at_end()), 2.0F), height};
    const Box done{0, y, is_at_begin_ ? 0 : length(of.loads()), height};
    const float rounding = std::min(0.18F * unit_, done.w / 2);
    picture_.shapes.push_back({whole, kernel.ink, kernel.ink, 1, 0.18F * unit_, 0.14F});
    if (done.w > 0) picture_.shapes.push_back({done, kernel.ink, Ink::none, 0, rounding});
    picture_.hits.push_back(
        {{0, y_, width_, y + height - y_},
         {.kind = Target::Kind::launch, .launch = static_cast<std::uint8_t>(&kernel == &kernels_.back() ? 0 : 1)}});
    return {done, whole};
  }

  void draw_bar(const ShownKernel& kernel) {
    const Counted& of = kernel.counted;
    const Box line{0, y_, width_, bar_name * line_};
    const auto wordings = loads_per_thread(of);
    const float room = line.w - text_width(of.name(), 0.95F * unit_, Face::bold) - 0.6F * unit_;
    const std::string per_thread = first_that_fits({wordings[0], wordings[1], ""}, room, small(), Face::sans);
    const float right = text_width(per_thread, small(), Face::sans) + 0.2F * unit_;
    put_name(of.name(), {line.x, line.y, line.w - right - 0.3F * unit_, line.h});
    put(picture_, {line.right() - right, line.y, right, line.h}, per_thread, small(), Ink::dim, Face::sans,
        Align::right);
    const auto [done, whole] = draw_bar_shapes(kernel, line.bottom(), counter_bar * line_);
    draw_bar_number(of.loads(), done, whole);
    y_ = whole.bottom() + bar_gap * line_;
  }

  // The number is in the bar if it fits there, otherwise after it.
  void draw_bar_number(std::uint64_t loads, const Box& done, const Box& whole) {
    const std::string number = count_name(loads);
    const float width = text_width(number, unit_, Face::bold) + 0.9F * unit_;
    const bool inside = width <= done.w;
    const float behind = whole.right() + width <= width_ ? whole.right() : done.right();
    const Box box{inside ? done.right() - width : behind, whole.y, width, whole.h};
    put(picture_, {box.x + 0.4F * unit_, box.y, box.w - 0.8F * unit_, box.h}, number, unit_,
        inside ? Ink::on_ink : number_ink(), Face::bold, inside ? Align::right : Align::left);
  }

  // The large ratio with its words at the right; in a narrow panel, words that do not fit are below.
  void draw_ratio() {
    LoadRatio ratio = load_ratio(focus(), beside());
    if (hides_totals_) ratio.end = {};  // it may be the answer to an open question
    // At least as wide as most ratios, so that the words stay in place.
    const float size = (stacked_ ? 1.8F : ratio_size) * unit_;
    const float widest =
        std::max(text_width(widest_ratio, size, Face::bold), text_width(ratio.number, size, Face::bold));
    const float number_width = ratio.holds() ? widest + 0.7F * unit_ : 0;
    const float height = ratio_line * line_;
    const Box number{0, y_, number_width, (stacked_ ? 2 : 3) * height};
    if (ratio.holds()) put(picture_, number, ratio.number, size, number_ink(), Face::bold);
    const Box beside{number.right(), number.y, width_ - number_width, number.h};
    std::vector<std::string> right, below;
    right.push_back(ratio.words);
    if (!ratio.end[0].empty()) {
      const std::string end =
          first_that_fits({ratio.end[0], ratio.end[1]}, stacked_ ? width_ : beside.w, small(), Face::sans);
      const std::string joined = ratio.words + "; " + end;
      if (stacked_)
        below.push_back(end);
      else if (text_width(joined, small(), Face::sans) <= beside.w)
        right = {joined};
      else
        right.push_back(end);
    }
    const auto say = [&](const std::string& text, Box box, float y, Face face) {
      box.y = y;
      box.h = height;
      put(picture_, box, text, small(), face == Face::mono ? Ink::dim : Ink::text, face);
    };
    const std::size_t lines = right.size() + (stacked_ || !ratio.holds() ? 0 : 1);
    float y = number.middle().y - height * static_cast<float>(lines) / 2;
    for (const std::string& text : right) say(text, beside, std::exchange(y, y + height), Face::sans);
    if (stacked_) y = number.bottom();
    const Box whole{0, 0, width_, 0};
    for (const std::string& text : below) say(text, whole, std::exchange(y, y + height), Face::sans);
    const Box under = stacked_ ? whole : beside;
    if (ratio.holds())
      say(first_that_fits({ratio.formula, ratio.formula.substr(0, ratio.formula.find(" = "))}, under.w, small(),
                          Face::mono),
          under, y, Face::mono);
    y_ += ratio_height() * line_;
  }

  [[nodiscard]] float ratio_height() const { return (stacked_ ? 4 : 3) * ratio_line + counter_gap; }

  // Whether the longest possible words do not fit beside the ratio.
  [[nodiscard]] bool words_go_below() const {
    const std::string widest =
        fmt::format("{} / {} = 8.88", count_name(focus().loads_at_end()), count_name(beside().loads_at_end()));
    const float room = width_ - text_width(widest_ratio, ratio_size * unit_, Face::bold) - 0.7F * unit_;
    return room <
           std::max(text_width(widest, small(), Face::mono), text_width("end: 8.88 × as many", small(), Face::sans));
  }

  // The wording of the formulas that fits for all kernels even at the end, and whether formulas are below the names.
  struct FormulaPlan {
    std::size_t wording = 0;
    bool below = false;
  };
  [[nodiscard]] FormulaPlan plan_formulas() const {
    for (const FormulaPlan plan : {FormulaPlan{0, false}, {1, false}, {0, true}, {1, true}}) {
      const bool fits = std::all_of(kernels_.begin(), kernels_.end(), [&](const ShownKernel& kernel) {
        const Counted& of = kernel.counted;
        const float name = plan.below ? 0 : text_width(of.name(), small(), Face::sans) + 0.5F * unit_;
        const std::string longest = intensity_formula(of.work_at_end(), of.loads_at_end())[plan.wording] + "00";
        return name + text_width(longest, small(), Face::mono) <= width_;
      });
      if (fits) return plan;
    }
    return {2, true};
  }
  [[nodiscard]] float formulas_height() const {
    return counter_gap + formula * static_cast<float>(1 + kernels_.size() * (plan_formulas().below ? 2 : 1));
  }

  void draw_formulas() {
    const float height = formula * line_;
    const FormulaPlan plan = plan_formulas();
    put(picture_, {0, y_, width_, height}, "FLOP per byte loaded", small(), Ink::text, Face::bold);
    y_ += height;
    for (const ShownKernel& kernel : kernels_) {
      const std::string& name = kernel.counted.name();
      const float name_width = text_width(name, small(), Face::sans) + 0.5F * unit_;
      const Box line{0, y_, width_, height};
      const Box box =
          plan.below ? Box{0, line.bottom(), width_, height} : Box{name_width, y_, width_ - name_width, height};
      put(picture_, {0, y_, name_width, height}, name, small(), Ink::dim);
      put(picture_, box, intensity_formula(kernel.counted.work(), kernel.counted.loads())[plan.wording], small(),
          number_ink(), Face::mono, Align::right);
      y_ = box.bottom();
    }
    y_ += counter_gap * line_;
  }

  void draw_plot() {
    std::vector<ShownKernel> now = kernels_;
    for (ShownKernel& kernel : now) kernel.counted.previews = false;
    y_ += counter_gap * line_;
    draw_count_plot(picture_, {0, y_, width_, plot_height_}, unit_, now, !hides_totals_);
    y_ += plot_height_;
  }

  std::optional<WholeLoads> whole_, other_whole_;
  Picture picture_;
  std::vector<ShownKernel> kernels_;  // the kernel in focus is last
  std::vector<std::string> notes_;
  bool stacked_ = false;   // the words are below the ratio
  bool is_strip_ = false;  // low and wide
  bool is_at_begin_ = false;
  bool hides_totals_ = false;
  std::vector<CounterRow> rows_;
  float unit_ = 15, line_ = 15, width_ = 0, y_ = 0, plot_height_ = 0;
};

}  // namespace

float counters_strip_height(float text, bool is_narrow) { return (is_narrow ? 2 : 1) * strip_row * text; }

Picture counters_picture(const Frame& frame, const Frame* other, const View& view, std::optional<WholeLoads> whole,
                         std::optional<WholeLoads> other_whole) {
  if (frame.steps == 0) return view.picture();
  return Counters(frame, other, view, whole, other_whole).draw();
}

}  // namespace tilescope
